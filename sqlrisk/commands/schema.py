"""`sqlrisk schema`: print the JSON Schema of declarations or results."""

from __future__ import annotations

from typing import Annotated

import typer

from sqlrisk.terminal import one_of

EXAMPLE = "sqlrisk schema > sqlrisk.schema.json"


def schema(of: Annotated[str, typer.Argument(help="declaration or results.", metavar="[OF]")] = "declaration") -> None:
    """Print the JSON Schema of declarations or results."""
    import json

    from sqlrisk.declaration import Declaration
    from sqlrisk.report import results_schema

    wanted = one_of(of, ("declaration", "results"), "sqlrisk schema")
    found = Declaration.model_json_schema() if wanted == "declaration" else results_schema()
    print(json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **found}, indent=2, ensure_ascii=False))
