import { InvalidArgumentError, Option } from 'commander';
import type { Verb } from '../../verb.ts';

/** The servers that a command may ask, by their addresses. */
export interface ServiceOptions {
  readonly nominatim?: string;
  readonly photon?: string;
  readonly overpass?: string;
  readonly wikivoyage?: string;
  readonly osrm?: string;
}

/** The options of {@link ServiceOptions}: without any, the data that comes with Wayfold is asked and no network is needed. */
export function withServices(command: Verb): Verb {
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
