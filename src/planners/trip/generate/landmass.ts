/**
 * Countries that no road or car ferry connects to the rest of the world, with those they are connected to. All others
 * count as Europe, Asia and Africa, whose islands have such ferries. The Americas count as one: cars are shipped around
 * the gap in the Pan-American Highway.
 */
const LANDMASSES: readonly string[] = [
  'US CA MX GT BZ SV HN NI CR PA CO VE EC PE BO CL AR UY PY BR GY SR GF',
  'HT DO',
  ...'AU NZ JP TW PH ID TL PG LK MG MU RE SC MV KM YT CV ST CU JM PR BS BM BB TT GD LC VC DM AG KN GP MQ AW CW'.split(
    ' ',
  ),
  ...'KY TC VG VI FJ WS TO VU SB NC PF WF KI NR TV FM MH PW GU MP AS CK NU FK GL SJ SH PM CX CC NF'.split(
    ' ',
  ),
];

const LANDMASS_OF: ReadonlyMap<string, string> = new Map(
  LANDMASSES.flatMap((countries) => countries.split(' ').map((country) => [country, countries] as const)),
);
const HAWAII = 'Hawaii';
const THE_OLD_WORLD = 'Europe, Asia and Africa';

/** The countries that can be reached by car from a place; undefined if its country is unknown. */
export function landmassOf({
  country,
  admin1,
}: {
  readonly country?: string | undefined;
  readonly admin1?: string | undefined;
}): string | undefined {
  if (country === undefined || country === '') return undefined;
  if (country === 'US' && admin1 === 'HI') return HAWAII;
  return LANDMASS_OF.get(country) ?? THE_OLD_WORLD;
}
