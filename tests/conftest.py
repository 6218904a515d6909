"""Where the tests run: the shared folder, and the fixtures that start each engine once a session."""

from __future__ import annotations

import functools
import os
import signal
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from sqlrisk import readable
from tests.clusters import Database
from tests.engines import ALL, ENGINES, TIMES, Engine, engines_of
from tests.few import spread

hypothesis.settings.register_profile("sqlrisk", database=None, deadline=None, derandomize=True)
hypothesis.settings.load_profile("sqlrisk")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks that keep a test off some engines; let programs that tests start hear Ctrl-C, which a shell makes a background run ignore."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "engines_excluding(*names, because): run on every engine but these")
    config.addinivalue_line("markers", "engines_only(*names, because): run on these engines alone")
    config.addinivalue_line("markers", "few(number): of the cases of a test a plain run takes this many on each engine; SQLRISK_TIMES above 1 takes all")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep of the cases of a test that is marked `few` as many as the mark says, and other ones on each engine."""
    cases = defaultdict[tuple[str, str], list[pytest.Item]](list)
    for item in items if TIMES == 1 else ():
        if isinstance(item, pytest.Function) and item.get_closest_marker("few"):
            cases[item.nodeid.partition("[")[0], str(item.callspec.params.get("engine", ""))].append(item)
    left = {item for place, each in enumerate(cases.values()) for item in {*each} - {*spread(each, next(each[0].iter_markers("few")).args[0], place)}}
    if left:
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `engine` once on each, those that its marks exclude apart. A mark must say why."""
    if "engine" in metafunc.fixturenames:
        marks = [*metafunc.definition.iter_markers("engines_excluding"), *metafunc.definition.iter_markers("engines_only")]
        assert all(mark.kwargs["because"] and set(mark.args) <= set(ALL) for mark in marks)
        excluded = {name for mark in marks for name in (mark.args if mark.name == "engines_excluding" else set(ALL) - set(mark.args))}
        metafunc.parametrize("engine", [name for name in engines_of(metafunc.module.__name__) if name not in excluded], indirect=True, scope="session")


@pytest.fixture(scope="session")
def _started() -> Iterator[Callable[[str], Engine]]:
    with ExitStack() as stack:
        yield functools.cache(lambda name: stack.enter_context(ALL[name]()))


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest, _started: Callable[[str], Engine]) -> Engine:
    """Each engine in turn, started once a session. Skips where it cannot be started."""
    return _started(request.param)


@pytest.fixture(scope="session")
def postgres(_started: Callable[[str], Engine]) -> Iterator[Database]:
    """A database of PostgreSQL as users have it. Skips where it cannot be started, or is not among the engines of this run."""
    if "postgres" not in ENGINES:
        pytest.skip("postgres is not among SQLRISK_ENGINES")
    info = _started("postgres").connection.info
    database = Database(info.host, info.port)
    yield database
    database.admin.close()


@pytest.fixture(scope="session")
def warehouses(_started: Callable[[str], Engine], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Any]:
    """The warehouse of an engine by its name (tests/warehouses.py), made once a session. Skips where the engine cannot be started."""
    from tests.warehouses import WAREHOUSES

    return functools.cache(lambda name: WAREHOUSES[name](_started(name), tmp_path_factory.mktemp(name)))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of the book's data, the case bank and the documents: ../shared beside the checkout, or SQLRISK_SHARED."""
    folder = Path(os.environ.get("SQLRISK_SHARED") or Path(__file__).parents[2] / "shared")
    if not folder.is_dir():
        pytest.skip(f"the shared folder is not there: {folder} (SQLRISK_SHARED names another)")
    os.environ[readable.VARIABLE] = str(folder)
    return folder
