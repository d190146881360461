import { InvalidArgumentError, Option } from 'commander';
import type { Verb } from '../../verb.ts';
import type { ServiceOptions } from './services.ts';

const FILE_HELP = 'trip as JSON, or - for stdin';

/** `wayfold trip …`: plan a trip in words, check it, repair it, and export it. */
export function addTripCommands(program: Verb): void {
  const trip = withServices(program.command('trip'))
    .description('plan a trip; without a subcommand, in a conversation')
    .option('--trip <id>', 'trip to continue; by default the trip "default"')
    .addOption(model())
    .examples('wayfold trip', 'wayfold trip plan "5 days from Munich to Rome by car"')
    .calls(() => import('./chat.ts'), 'chat');

  withServices(trip.command('plan'))
    .description('plan a trip from one text and store nothing; --json prints a file for the other commands')
    .argument('<text>', 'description of the trip, or - for stdin')
    .addOption(model())
    .examples(
      'wayfold trip plan "6 day road trip from LA to Chicago via Flagstaff and Amarillo in June"',
      'wayfold trip plan "a week from Lisbon to Madrid by car" --json > trip.json',
    )
    .calls(() => import('./plan.ts'), 'plan');
  addFiles(trip);
}

function addFiles(trip: Verb): void {
  const files = () => import('./files.ts');
  withServices(trip.command('check'))
    .description('list the issues of a trip and the next action; exits with 2 if there are issues')
    .argument('<file>', FILE_HELP)
    .examples('wayfold trip check trip.json --json')
    .calls(files, 'check');

  withServices(outputting(trip.command('repair')))
    .description(
      'apply automatic repairs, or the option you choose; prints the trip, and the changes to stderr',
    )
    .argument('<file>', FILE_HELP)
    .option('--choose <id>', 'option to apply, as `check` or `repair` lists it')
    .examples(
      'wayfold trip repair trip.json -o repaired.json',
      'wayfold trip repair trip.json --choose ANCHOR_INVALID:kingman/remove',
    )
    .calls(files, 'repair');

  withServices(outputting(trip.command('export')))
    .description('export a trip for a calendar, a map program or printing')
    .argument('<file>', FILE_HELP)
    .addOption(
      new Option('--to <format>', 'what to write')
        .choices(['ics', 'gpx', 'kml', 'geojson', 'md', 'html'])
        .makeOptionMandatory(),
    )
    .option('--start <date>', 'first day of a trip without dates, such as 2026-06-01')
    .examples('wayfold trip export trip.json --to ics -o trip.ics')
    .calls(files, 'exportTo');

  outputting(trip.command('import'))
    .description('create a trip from a GPX, KML or GeoJSON file')
    .argument('<file>', 'file, or - for stdin')
    .addOption(
      new Option(
        '--format <format>',
        'format of the file; by default detected from its name and content',
      ).choices(['gpx', 'kml', 'geojson']),
    )
    .examples('wayfold trip import route.gpx -o trip.json')
    .calls(files, 'importFrom');
}

function model(): Option {
  return new Option(
    '--model <name>',
    'language model that helps to understand and suggests things to do, such as openai/gpt-5',
  ).env('WAYFOLD_MODEL');
}

function outputting(command: Verb): Verb {
  return command
    .option('-o, --output <file>', 'file to write; by default stdout')
    .option('--force', 'overwrite the file');
}

/** The options of {@link ServiceOptions}. Without any, only the embedded data is used and no network is needed. */
function withServices(command: Verb): Verb {
  return command
    .addOption(service('nominatim', 'places that the embedded data does not have').conflicts('photon'))
    .addOption(service('photon', 'places that the embedded data does not have'))
    .addOption(service('overpass', 'things to do').conflicts('wikivoyage'))
    .addOption(service('wikivoyage', 'things to do'))
    .addOption(service('osrm', 'distances by road'));
}

function service(name: keyof ServiceOptions, what: string): Option {
  return new Option(`--${name} <url>`, `server to ask for ${what}`)
    .env(`WAYFOLD_${name.toUpperCase()}_URL`)
    .argParser(serviceUrl);
}

function serviceUrl(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError('It must be an address that begins with https:// or http://.');
}
