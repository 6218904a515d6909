"""`sqlrisk debug`: say which profile, driver, versions and rights are used."""

from __future__ import annotations

from pathlib import Path

from sqlrisk.options import AllowPath, Config, Profile, ProfilesDir, ProjectDir, TargetName, Unsafe
from sqlrisk.terminal import print_text

EXAMPLE = "sqlrisk debug --project-dir example_project"


def debug(
    project_dir: ProjectDir = Path(),
    config: Config = None,
    profiles_dir: ProfilesDir = None,
    profile: Profile = None,
    target: TargetName = None,
    unsafe_debug: Unsafe = False,
    allow_path: AllowPath = None,
) -> None:
    """Say which profile, driver, versions and rights are used, and whether the connection opens."""
    from sqlrisk import debugging

    print_text(debugging.facts(project_dir, config, profiles_dir, profile, target, unsafe_debug, allow_path or ()), "human")
