/** Conversions of one coin into another: orders like any other, known by how their client ids begin. */

/** No client may give an order such an id: its colon is not taken from outside. */
export const CONVERT_PREFIX = 'convert:';
