select
  cast(floor(altas.edad / 5) * 5 as integer) as edad5,
  altas.sexo,
  substring(altas.codigo_postal, 1, 2) as provincia,
  altas.diagnostico
from {{ ref('altas') }} as altas
