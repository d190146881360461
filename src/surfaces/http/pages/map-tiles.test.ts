import { describe, expect, it } from 'vitest';
import { mapTilesIn, originOf, withMapTiles } from './map-tiles.ts';

const TILES = 'https://tiles.example.org:8443/{z}/{x}/{y}.png?key=a&b';

describe('map tiles of another server', () => {
  it('are named by the environment, with an address that a browser fetches', () => {
    const tiles = mapTilesIn({ WAYFOLD_MAP_TILES: TILES, WAYFOLD_MAP_ATTRIBUTION: ' Example ' });
    expect(tiles).toEqual({ address: TILES, attribution: 'Example' });
    expect(tiles && originOf(tiles)).toBe('https://tiles.example.org:8443');
    for (const address of [undefined, '', 'tiles/{z}', 'javascript:alert(1)', 'data:image/png,{z}'])
      expect(mapTilesIn({ WAYFOLD_MAP_TILES: address })).toBeUndefined();
  });

  it('stand in the head of the page, where nothing of them is markup', () => {
    const attribution = '"><script>$&</script>';
    const page = withMapTiles('<head></head><body></body>', { address: TILES, attribution });
    expect(page).not.toContain('<script>');
    expect(page.indexOf('wayfold-map-tiles')).toBeLessThan(page.indexOf('</head>'));
    expect(page).toContain('key=a&amp;b');
  });
});
