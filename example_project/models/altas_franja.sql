with banded as (
  select
    case
      when altas.edad < 18 then 0
      when altas.edad < 35 then 18
      when altas.edad < 50 then 35
      when altas.edad < 65 then 50
      when altas.edad >= 65 then 65
    end as franja,
    altas.sexo,
    substring(altas.codigo_postal, 1, 2) as provincia,
    altas.diagnostico
  from {{ ref('altas') }} as altas
),
sized as (
  select
    banded.*,
    count(*) over (partition by banded.franja, banded.sexo, banded.provincia) as class_size
  from banded
)
select
  sized.franja,
  sized.sexo,
  sized.provincia,
  sized.diagnostico
from sized
where sized.class_size >= 5
