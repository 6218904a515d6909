"""What a role may do beyond reading: a view's function, which anybody may have written, runs with the rights of the person who reads the view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlrisk import views
from sqlrisk.catalogue import Source
from sqlrisk.errors import ConfigurationError
from sqlrisk.plain import literal
from sqlrisk.views import Catalogue

_POWERS: Mapping[str, str] = {
    # what a role may do, by dialect: one row a power, in words
    "postgres": "select 'a superuser' as sqlrisk_power from pg_catalog.pg_roles where rolsuper and rolname in (current_user, session_user)"
    " union all select 'a member of ' || r.rolname from pg_catalog.pg_roles r"
    " where r.rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files')"
    " and (pg_catalog.pg_has_role(current_user, r.oid, 'MEMBER') or pg_catalog.pg_has_role(session_user, r.oid, 'MEMBER'))",
    "redshift": "select 'a superuser' as sqlrisk_power from pg_user where usesuper and usename in (current_user, session_user)",
    "mysql": "select distinct concat('a user with ', privilege_type) as sqlrisk_power from information_schema.user_privileges"
    " where privilege_type in ('FILE', 'SUPER') and (replace(grantee, '''', '') = current_user()"
    " or instr(replace(coalesce(current_role(), ''), '`', ''), replace(replace(grantee, '''', ''), '@%', '')) > 0)",
}
_BENEATH = """
with recursive edges as (
  select 'pg_catalog.pg_class'::pg_catalog.regclass::oid as from_class, r.ev_class as from_object, d.refclassid as to_class, d.refobjid as to_object
  from pg_catalog.pg_rewrite r
  join pg_catalog.pg_class c on c.oid = r.ev_class and c.relkind = 'v'
  join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass and d.objid = r.oid
  union all
  select 'pg_catalog.pg_type'::pg_catalog.regclass::oid, k.contypid, d.refclassid, d.refobjid
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_constraint'::pg_catalog.regclass and d.objid = k.oid
  where k.contypid <> 0
), beneath as (
  select 'pg_catalog.pg_class'::pg_catalog.regclass::oid as class, pg_catalog.to_regclass({name})::oid as object
  union
  select e.to_class, e.to_object from beneath b join edges e on e.from_class = b.class and e.from_object = b.object
), called as (
  select p.oid, p.proname, p.provolatile from beneath b
  join pg_catalog.pg_proc p on p.oid = b.object where b.class = 'pg_catalog.pg_proc'::pg_catalog.regclass
  union
  select p.oid, p.proname, p.provolatile from beneath b
  join pg_catalog.pg_operator o on o.oid = b.object
  join pg_catalog.pg_proc p on p.oid = o.oprcode where b.class = 'pg_catalog.pg_operator'::pg_catalog.regclass
)
select c.proname as sqlrisk_name from called c
where c.provolatile = 'v' or not exists (
  select 1 from pg_catalog.pg_depend d
  where d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = c.oid and d.deptype = 'e'
)
order by 1"""
"""The functions, operators and domains that the views beneath a relation use, of users; of extensions those that do something."""
_NAMED: Mapping[str, str] = {
    # the functions of some names that run what others wrote, by dialect
    "postgres": "select p.proname as sqlrisk_name from pg_catalog.pg_proc p"
    " where p.pronamespace = 'pg_catalog'::pg_catalog.regnamespace and pg_catalog.lower(p.proname) in ({names})"
    " and (not pg_catalog.has_function_privilege('public', p.oid, 'execute') or p.proname ~ '_to_xml' or p.proname = 'set_config')",
    "redshift": "select p.proname as sqlrisk_name from pg_proc p join pg_namespace n on n.oid = p.pronamespace"
    " where n.nspname not in ('pg_catalog', 'information_schema') and lower(p.proname) in ({names})",
    "mysql": "select routine_name as sqlrisk_name from information_schema.routines where lower(routine_name) in ({names})",
}
_WAY_OUT = "connect as a role that may only SELECT; --allow-superuser, or allow_superuser: true in the profile, where the functions are yours"


def powers(catalogue: Catalogue) -> list[str]:
    """What the role may do beyond reading, in words; nothing where the engine knows no such power."""
    template = _POWERS.get(catalogue.dialect)
    found = [str(row["sqlrisk_power"]) for row in catalogue.rows(template, "the rights of the role")] if template else []
    return sorted(found, key=lambda power: (power != "a superuser", power))


def refuse(catalogue: Catalogue, power: str, source: Source, where: str) -> None:
    """Raises ConfigurationError where a relation is, or is made of, a view that calls a user's function."""
    found = next(_called(catalogue, source), None)
    if found is not None:
        what = f"the connection is that of {power}, and the view `{found[0]}` {found[1]}: it would run with those rights"
        raise ConfigurationError(what, where=where, instead=_WAY_OUT)


def _called(catalogue: Catalogue, source: Source) -> Iterator[tuple[str, str]]:
    """Each view with what it calls, in words."""
    name = source.stored or source.sql
    if catalogue.dialect == "postgres":
        for row in catalogue.rows(_BENEATH.format(name=literal(name)), "the views beneath"):
            yield name, f"calls {row['sqlrisk_name']}()"
    for view, calls in views.calls(catalogue, [name]):
        if calls is None:
            yield view, "has a definition that the role may not read"
            continue
        listed = ", ".join(map(literal, sorted(calls)))
        for row in catalogue.rows(_NAMED[catalogue.dialect].format(names=listed), "the functions beneath") if listed else ():
            yield view, f"calls {row['sqlrisk_name']}()"
