"""What the name of a column says: its words, and the topics that they name in English and in Spanish."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Mapping

TOPICS: Mapping[str, str] = {
    # topic: phrases, apart by commas; each is words that follow one another in the name, or the whole name where it begins with =
    "a person's name": (
        "= nombre, = name, = nom, nombre completo, nombre apellidos, nombre paciente, nombre persona, nombre cliente, nombre alumno, nombre usuario, "
        "nombre empleado, nombre pila, apellido, apellidos, apellido1, apellido2, primer apellido, segundo apellido, full name, fullname, first name, "
        "firstname, last name, lastname, middle name, maiden name, surname, forename, given name, family name, patient name, person name, customer "
        "name, client name, student name, employee name, member name, user name, username, usuario, login, alias, nickname, "
        "prenom, prenoms, nom famille, nom de famille, nom complet, nom patient, nom usage, = nome, nome completo, nome cognome, cognome, cognomi, "
        "nominativo, sobrenome, apelido, apelidos, cognom, cognoms, vorname, nachname, familienname, geburtsname, patientenname, kundenname, vollname"
    ),
    "a national identity number": (
        "dni, nif, nie, nuip, curp, cuit, cuil, rut, cpf, nir, insee, ssn, nino, bsn, pesel, codice fiscale, codigo fiscal, documento identidad, num "
        "documento, numero documento, nro documento, pasaporte, passport, social security, seguridad social, nuss, naf, national id, identity card, "
        "tax id, numero identidad, carta identita, carta identidade, bilhete identidade, cartao cidadao, cedula, carte identite, carte d identite, numero "
        "securite sociale, securite sociale, num secu, passeport, passaporto, passaporte, ausweis, ausweisnummer, personalausweis, personalausweisnummer, "
        "reisepass, passnummer, steuer id, steuernummer, steueridentifikationsnummer, sozialversicherungsnummer, svnr, driver license, "
        "driving licence, licencia conducir, permiso conducir, certificate number, license number, licence number, num "
        "colegiado"
    ),
    "an e-mail address": (
        "email, e mail, mail, correo, correo electronico, electronic mail, courriel, adresse electronique, mel, posta elettronica, emailadresse, mailadresse"
    ),
    "a telephone or fax number": (
        "telefono, telefonos, tel, tlf, tfno, movil, celular, phone, phone number, telephone, mobile, cell phone, fax, telefon, telefonnummer, handy, "
        "handynummer, mobilnummer, mobiltelefon, rufnummer, telefone, telemovel, cellulare, cell, portable, gsm"
    ),
    "a street address": (
        "direccion, domicilio, calle, via publica, portal, address, street, house number, adresse, rue, anschrift, strasse, hausnummer, indirizzo, "
        "endereco, morada, rua, adreca, carrer"
    ),
    "an account, card or policy number": (
        "iban, bic, cuenta bancaria, num cuenta, numero cuenta, bank account, account number, account no, tarjeta, num tarjeta, card number, credit "
        "card, kontonummer, compte bancaire, numero compte, conto corrente, conta bancaria, numero conta, kreditkarte, kreditkartennummer, kartennummer, "
        "carte bancaire, carta credito, poliza, num poliza, policy number, health plan, insurance number, num afiliacion, tarjeta sanitaria, cip, tsi, cipa"
    ),
    "a record number": (
        "nhc, num historia, numero historia, historia clinica, n historia, medical record, record number, mrn, expediente, num expediente, case number"
    ),
    "a vehicle": "matricula, num bastidor, bastidor, license plate, licence plate, number plate, vin, vehicle id",
    "a device or an address of a network": (
        "imei, imsi, mac address, device id, serial number, num serie, cookie, cookie id, ip, ip address, direccion ip, url, web, website, advertising id"
    ),
    "a picture or a measure of the body that recognises people": (
        "foto, fotografia, photo, photograph, picture, huella, fingerprint, biometria, biometric, biometrics, iris, voz, voice"
    ),
    "a household": (
        "= hogar, = household, = vivienda, = hh, hhid, id hogar, hogar id, num hogar, hogar num, household id, household key, household number, id "
        "household, id vivienda, vivienda id, family id, id familia, familia id, dwelling id"
    ),
    "whose the row is": (
        "= persona, = person, = paciente, = patient, = cliente, = customer, = client, = sujeto, = subject, = usuario, = user, = alumno, = student, = "
        "empleado, = employee, pid, id persona, persona id, person id, id paciente, paciente id, patient id, id cliente, cliente id, client id, "
        "customer id, user id, id usuario, usuario id, subject id, id sujeto, member id, student id, id alumno, alumno id, employee id, id empleado, "
        "empleado id, participant id, respondent id, cod paciente, codigo paciente, num paciente, patient key, person key, nhc, num historia, numero "
        "historia, mrn, medical record"
    ),
    "an identifier": "id, ids, identifier, identificador, uuid, guid, hash, token, pseudonym, seudonimo, folio, rowid, pk, surrogate key",
    "a sampling weight": (
        "fnlwgt, factor elevacion, factor expansion, factel, sampling weight, survey weight, sample weight, weights, peso muestral, ponderacion, "
        "pweight, hhweight, pondera, = weight, = peso, = factor, = wgt, = wt, = w"
    ),
    "the measures of a body": "altura, talla, height, estatura, imc, bmi",
    "a day of birth or death": (
        "fecha nacimiento, fec nac, fnac, fnacimiento, f nac, f nacimiento, nacimiento, birth, birthdate, birthday, birth date, date of birth, dob, "
        "born, defuncion, fallecimiento, fecha muerte, death date, date of death, dod"
    ),
    "an age": "edad, edades, age, ages, franja, franja edad, age group, age band, anos, anios",
    "sex or gender": "sexo, sex, genero, gender",
    "a postcode": "cp, codigo postal, cod postal, codpostal, cpostal, postal, postcode, post code, postal code, zip, zipcode, zip code, plz",
    "a place": (
        "municipio, provincia, prov, region, comunidad, ccaa, comarca, ciudad, localidad, poblacion, pueblo, barrio, distrito, seccion censal, pais, "
        "city, town, village, county, state, province, district, country, native country, neighbourhood, neighborhood, residence, residencia, lugar, "
        "place, zona, zone, area, location, ubicacion, census tract, centro, hospital, clinica, clinic, school, colegio, universidad, university, "
        "facultad, faculty"
    ),
    "a coordinate": ("lat, lon, lng, latitud, longitud, latitude, longitude, coord, coordenada, coordenadas, coordinates, utm, geo, geom, geometry, geohash"),
    "where somebody comes from": (
        "nacionalidad, nationality, citizenship, ciudadania, origen, origin, lugar nacimiento, pais nacimiento, birthplace, idioma, lengua, language"
    ),
    "race or ethnicity": "raza, etnia, race, ethnicity, ethnic, ethnic group",
    "a family": (
        "estado civil, marital, marital status, civil status, hijos, children, num hijos, relationship, parentesco, family size, household size, tamano hogar"
    ),
    "education": "estudios, nivel estudios, educacion, education, educ, education num, degree, titulacion, formacion, curso, course",
    "work": (
        "profesion, ocupacion, oficio, profession, occupation, job, job title, puesto, cargo, workclass, work class, empresa, employer, sector, cnae, "
        "cno, employment, empleo, lstat, labour status, labor status, situacion laboral"
    ),
    "a day or a time": (
        "fecha, fec, date, dia, day, hora, time, timestamp, datetime, mes, month, ano, year, created at, updated at, ingreso, alta, admission, "
        "discharge, visit, visita"
    ),
    "health": (
        "diagnostico, diagnosticos, diag, diagnosis, diagnoses, dx, cie, cie9, cie10, icd, icd9, icd10, enfermedad, enfermedades, disease, diseases, "
        "illness, condition, patologia, pathology, problem, sintoma, sintomas, symptom, symptoms, salud, health, tratamiento, treatment, medicacion, "
        "medicamento, medication, drug, drugs, farmaco, terapia, therapy, cirugia, surgery, procedimiento, alergia, allergy, discapacidad, "
        "disability, embarazo, pregnancy, pregnant, vih, hiv, cancer, tumor, mental, causa muerte, cause of death, grupo sanguineo, blood, analitica, "
        "lab result, fumador, smoker, alcohol, vacuna, vaccine, genetic, genetico, genoma, genome, dna, adn"
    ),
    "belief, politics, union or sex life": (
        "religion, creencia, belief, faith, ideologia, partido, party, politica, politics, political, voto, vote, sindicato, afiliacion sindical, "
        "union, trade union, orientacion sexual, sexual orientation, vida sexual, sex life"
    ),
    "money": (
        "salario, salary, salary class, sueldo, renta, rentas, income, ingresos, wage, wages, earnings, earning, pension, nomina, payroll, deuda, "
        "deudas, debt, saldo, balance, patrimonio, wealth, importe, amount, gasto, expenditure, capital gain, capital loss, credito, credit score, "
        "prestamo, loan, hipoteca, mortgage, bonus"
    ),
    "an offence or a judgment": (
        "delito, delitos, condena, condenas, crime, crimes, conviction, convictions, offence, offense, sentencia, antecedentes, arrest, arrests"
    ),
    "a grade or a score": "nota, notas, calificacion, calificaciones, grade, grades, gpa, mark, marks, score, scores, puntuacion",
    "free text": (
        "observacion, observaciones, comentario, comentarios, nota, notas, comment, comments, notes, note, remarks, remark, texto, texto libre, free "
        "text, freetext, text, descripcion, description, motivo, anamnesis, informe, report, narrative, message, mensaje, review, body"
    ),
}

_BREAKS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@functools.lru_cache(maxsize=4096)
def words(name: str) -> tuple[str, ...]:
    """The words of a name in snake, camel or kebab case, in lower case and without accents."""
    apart = _BREAKS.sub(" ", unicodedata.normalize("NFC", name))
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", apart) if not unicodedata.combining(letter)).casefold()
    return tuple(re.findall(r"[^\W\d_]+\d*|\d+", plain.replace("º", "")))


@functools.lru_cache(maxsize=65536)
def says(name: str, topic: str) -> str | None:
    """The phrase of the topic that the name holds; None where it holds none. A number at the end of a word (edad5) is not part of it."""
    found = words(name)
    bare = tuple(word.rstrip("0123456789") or word for word in found)
    for spelt in (found, bare):
        for phrase, whole in _phrases(topic):
            if spelt == phrase or (not whole and any(spelt[start : start + len(phrase)] == phrase for start in range(len(spelt)))):
                return " ".join(phrase)
    return None


@functools.cache
def _phrases(topic: str) -> tuple[tuple[tuple[str, ...], bool], ...]:
    """(words, whether they must be the whole name) of each phrase, the longest first."""
    found = [phrase.strip() for phrase in TOPICS[topic].split(",")]
    return tuple(sorted(((tuple(phrase.lstrip("= ").split()), phrase.startswith("=")) for phrase in found), key=lambda each: -len(each[0])))
