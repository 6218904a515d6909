"""The colours of reports and charts by what they are for, on light and on dark pages."""

from __future__ import annotations

LIGHT = {
    "page": "#ffffff",
    "panel": "#f5f6f8",
    "line": "#d5dae0",
    "ink": "#1a1f26",
    "muted": "#545d69",
    "accent": "#0a5aa8",
    "danger": "#a9201a",
    "good": "#14622f",
    "warn": "#7d4a00",
}
DARK = {
    "page": "#14171b",
    "panel": "#1d2127",
    "line": "#3a424c",
    "ink": "#e9ecef",
    "muted": "#a9b2bd",
    "accent": "#84bcfb",
    "danger": "#ff9c92",
    "good": "#84d8a0",
    "warn": "#f1bd66",
}
TEXTS = ("ink", "muted", "accent", "danger", "good", "warn")
ROLES = {color: role for role, color in LIGHT.items()}
