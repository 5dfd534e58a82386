const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)])

/** JSON values of other types. */
export const hostileValues: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, 2_147_483_647, 2_147_483_648, -2_147_483_649, 2 ** 53],
  ...['', ' ', '0', '3', '2147483648', '9'.repeat(30), 'a\0b', 'a\ud800b', '\udc00', '\u202ea', "'; --", '%', '%00'],
  ...['.', '..', '../..', '__proto__', 'constructor', 'toString', 'x'.repeat(70_000), '\u{1f680}', '\ufffe', '{', '\\'],
  ...[[], [[]], [null], {}, { a: 1 }, { toString: 1, length: 1 }, nested(20)],
]

/** Texts for addresses and queries; HTTP servers refuse longer ones. */
export const hostileTexts: readonly string[] = [
  ...new Set(hostileValues.flatMap((value) => (typeof value === 'object' ? [] : [String(value).slice(0, 2_000)]))),
]

/** Values that programs can put into a header. */
export const hostileHeaders: readonly string[] = [
  ...['', '"', '"1', 'W/"1"', '"1.1"', '"2147483648.2147483648"', '*, *', ',,,', '[', '[a,', '\u00ff', '__proto__'],
  'x'.repeat(4_000),
]

/** JSON that no serializer writes. */
export const oddJson: readonly string[] = [
  '{"id":1e999}',
  '{"name":"a","name":["a"]}',
  '{"__proto__":{"name":"a"}}',
  '{"\\u005f_proto__":1}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"name":"\\ud800"}',
  '{"name":"\\u0000"}',
  '\u0000',
  '"',
  '-',
  '{"a":00}',
  '[1,]',
]
