/**
 * Stands in for Cesium's own display of credits, which writes HTML and a style element where the page allows neither. What
 * is shown comes from the sources that the page names beside the map.
 */
export default class NoCredits {
  static cesiumCredit = undefined;
  readonly container: HTMLElement;

  constructor(container: HTMLElement) {
    this.container = container;
  }

  addCreditToNextFrame(): void {}
  addStaticCredit(): void {}
  removeStaticCredit(): void {}
  beginFrame(): void {}
  update(): void {}
  endFrame(): void {}
  isDestroyed(): boolean {
    return false;
  }
  destroy(): void {}
}
