const number = String.raw`-?(?:\d+|\.\d+)(?:\.\d+)*`
const range = `@?(?:~:(?:${number})?|${number}(?::(?:${number})?)?)`
// A unit of letters ends where no label continues: "1bb=2" is 1, and a label bb.
const unit = String.raw`%|(?:us|ms|[KMT]B|[sBc])(?![\w=])`
const entry = String.raw`[A-Za-z]\w*=${number}(?:${unit})?(?:;(?:${range})?){0,2}(?:;(?:${number})?){0,2}[; \t\n\f\r]*`

/**
 * The entries of thresholds, each with the separators behind it: `label=value[unit];[warning];[critical];[min];[max]`, as
 * plugins write performance data. Undefined if the text does not consist of one or more entries. Does not compare the
 * ends of ranges. Takes linear time.
 */
export function entriesOf(text: string): readonly string[] | undefined {
  const next = new RegExp(entry, 'y')
  const entries: string[] = []
  let end = 0
  // Each entry is the longest possible one. A shorter one cannot help: only an entry can follow, and it begins with a letter.
  while (next.test(text)) {
    entries.push(text.slice(end, next.lastIndex))
    end = next.lastIndex
  }
  return text !== '' && end === text.length ? entries : undefined
}

/** Whether a text has the form of thresholds: see `entriesOf`. */
export const isThresholds = (text: string): boolean => entriesOf(text) !== undefined
