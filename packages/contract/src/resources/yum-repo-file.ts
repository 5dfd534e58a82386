/** A warning about a repo file with its line, starting at 1. */
export interface RepoFileProblem {
  readonly line: number
  readonly message: string
}

/** The options for the address of a repository, one of which is required. */
const places = ['baseurl', 'mirrorlist', 'metalink'] as const

interface Section {
  readonly line: number
  readonly name: string
  readonly options: Map<string, number>
}

/** What a server sends for a wrong address, or instead of a file that needs a login. */
const isWebPage = /^\s*<(?:!doctype\s+html|html|head|body)\b/i

/**
 * Checks the format of a repo file like the package manager: sections with headers, each with an address, and no
 * duplicates. The results are warnings, because the package manager accepts more than is known here.
 */
export function problemsOfRepoFile(content: string): RepoFileProblem[] {
  if (content.trim() === '') return []
  if (isWebPage.test(content)) return [{ line: 1, message: 'This is a page of HTML, not a repo file.' }]
  const problems: RepoFileProblem[] = []
  const sections: Section[] = []
  const report = (line: number, message: string) => problems.push({ line, message })
  for (const [index, text] of content.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1
    const section = sections.at(-1)
    const header = /^\[([^\]]*)\]\s*$/.exec(text)
    if (isNoise(text)) continue
    if (header) {
      sections.push(begin(line, header[1]?.trim() ?? '', sections, report))
    } else if (!section) {
      report(line, 'This line precedes the first section header, such as [base].')
    } else if (/^\s/.test(text)) {
      if (section.options.size === 0)
        report(line, 'A line that begins with a space continues the option above it, but there is none.')
    } else {
      readOption(text, line, section, report)
    }
  }
  if (sections.length === 0) return [{ line: 1, message: 'There is no section header, such as [base].' }]
  for (const { name, line, options } of sections) {
    if (!places.some((place) => options.has(place)))
      report(line, `The section [${name}] has neither baseurl nor mirrorlist.`)
  }
  return problems.sort((a, b) => a.line - b.line)
}

type Report = (line: number, message: string) => void

/** Empty lines and comments. */
const isNoise = (text: string) => text.trim() === '' || /^\s*[#;]/.test(text)

function begin(line: number, name: string, sections: readonly Section[], report: Report): Section {
  const earlier = sections.find((section) => section.name === name)
  if (name === '') report(line, 'The section has no name.')
  else if (earlier) report(line, `The section [${name}] already exists in line ${earlier.line}.`)
  return { line, name, options: new Map() }
}

function readOption(text: string, line: number, { name, options }: Section, report: Report): void {
  const [, option, value] = /^([^=:\s]+)\s*[=:]\s*(.*)$/.exec(text) ?? []
  if (option === undefined) {
    report(line, 'This is neither a section header nor an option with its value.')
    return
  }
  const earlier = options.get(option)
  if (earlier !== undefined) report(line, `The option ${option} of [${name}] is already set in line ${earlier}.`)
  if (option === 'baseurl' && value === '') report(line, 'The option baseurl is empty.')
  options.set(option, line)
}
