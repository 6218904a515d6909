{{
  sqlrisk.anonymize(
    ref('matriculas'),
    pivots=['titulacion', 'centro'],
    threshold=4,
    blocks=[['genero'], ['matriculados', 'superados']]
  )
}}
