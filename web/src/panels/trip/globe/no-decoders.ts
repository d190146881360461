/**
 * Stands in for the decoders of compressed models that Cesium would start with WebAssembly as soon as it is loaded. The
 * globe shows no models, and the page allows no WebAssembly.
 */
export const MeshoptDecoder = undefined;
export const loadSpz = undefined;
