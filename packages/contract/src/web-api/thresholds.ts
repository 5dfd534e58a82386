const number = String.raw`-?(?:\d+|\.\d+)(?:\.\d+)*`
const range = `@?(?:~:(?:${number})?|${number}(?::(?:${number})?)?)`
// A unit of letters ends where no label continues: "1bb=2" is 1, and a label bb.
const unit = String.raw`%|(?:us|ms|[KMT]B|[sBc])(?![\w=])`
const entry = String.raw`[A-Za-z]\w*=${number}(?:${unit})?(?:;(?:${range})?){0,2}(?:;(?:${number})?){0,2}[; \t\n\f\r]*`

/**
 * Whether a text has the form of thresholds: one or more entries `label=value[unit];[warning];[critical];[min];[max]`, as
 * plugins write performance data. It does not compare the ends of ranges. Takes linear time.
 */
export function isThresholds(text: string): boolean {
  const next = new RegExp(entry, 'y')
  let end = 0
  // Each entry is the longest possible one. A shorter one cannot help: only an entry can follow, and it begins with a letter.
  while (next.test(text)) end = next.lastIndex
  return text !== '' && end === text.length
}
