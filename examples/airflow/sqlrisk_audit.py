"""Measures every night what the portal publishes; the task fails where a limit is broken. Run on Airflow 3.3."""

from __future__ import annotations

import os
from datetime import datetime

from airflow.providers.standard.operators.bash import BashOperator
from airflow.sdk import DAG

PROJECT = os.environ.get("SQLRISK_PROJECT", "/srv/hospital")  # the folder of sqlrisk.yml and profiles.yml

with DAG("sqlrisk_audit", schedule="17 5 * * *", start_date=datetime(2026, 11, 1), catchup=False, max_active_runs=1):
    BashOperator(
        task_id="check",
        cwd=PROJECT,
        append_env=True,
        bash_command="mkdir -p audits && sqlrisk check --quiet --output json=audits/{{ ds }}.json --output markdown=audits/{{ ds }}.md",
        retries=0,  # a broken limit stays broken; what could not be measured (exit 3) is for people to look at
    )
