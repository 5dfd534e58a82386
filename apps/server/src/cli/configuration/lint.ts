// Findings of a console, or of folders of files by themselves.

import { inputOfSpec } from '@quatrain/contract/configuration/configured-kinds.ts'
import { findingRules, pageOfRule } from '@quatrain/contract/findings/all-rules.ts'
import type { KnownEstate } from '@quatrain/contract/findings/estate.ts'
import { listFindings } from '@quatrain/contract/findings/finding.ts'
import { type FindingRule, findingsOf, type Severity, severities } from '@quatrain/contract/findings/rule.ts'
import { type MetricDocument, metrics } from '@quatrain/contract/resources/metric.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import type { Call } from '#cli/request/checked-calls.ts'
import { exitCodes, type Result } from '../console-command.ts'
import { type ObjectInFile, objectKey } from './parse-objects.ts'
import { readObjects } from './plan.ts'

interface Line {
  readonly rule: string
  readonly severity: Severity
  readonly kind: string
  readonly name: string
  readonly says: string
  /** Where its object is; absent for what a console says. */
  readonly file?: string
  readonly line?: number
}

interface LintOptions {
  readonly sarif?: true
}

/** The findings of the console. */
export async function lintConsole(call: Call, options: LintOptions): Promise<Result> {
  const { answer } = await call(listFindings, {})
  return resultOf(
    answer.findings.filter(({ suppressed }) => suppressed === null),
    options,
  )
}

/** The findings of folders as far as their files say all that a rule needs. Throws with the problems of the files. */
export async function lintFolders(paths: readonly string[], options: LintOptions): Promise<Result> {
  const objects = (await Promise.all(paths.map(async (path) => (await readObjects(path)).objects))).flat()
  const places = new Map(objects.map((object) => [objectKey(object.kind.resource.kind, object.name), object]))
  const estate = estateOf(objects)
  const templates = new Set(estate.metrictemplate?.map(({ name }) => name))
  const hasTemplates = estate.metric?.every(({ name }) => templates.has(name)) ?? true
  const rules = findingRules.filter(({ looksAtTemplates = false }) => hasTemplates || !looksAtTemplates)
  const lines = findingsOf(rules, estate).map(({ rule, kind, name, says }): Line => {
    const { file, line } = places.get(objectKey(kind, name)) ?? {}
    return { rule: rule.id, severity: rule.severity, kind, name, says, ...(file && { file, line: line ?? 1 }) }
  })
  return resultOf(lines.toSorted(bySeverity), options)
}

const bySeverity = (first: Line, second: Line) =>
  severities.indexOf(first.severity) - severities.indexOf(second.severity)

/** The documents of files. A metric has the content of its template, if that is among them. */
function estateOf(objects: readonly ObjectInFile[]): KnownEstate {
  const documents = objects.flatMap(({ kind, name, spec }) => {
    const { input } = inputOfSpec(kind, { name, spec })
    const { resource } = kind
    return input ? [{ resource, document: { ...(resource.toDocument?.(input as never) ?? input), name } }] : []
  })
  const templates = new Map(
    documents.flatMap(({ resource, document }) =>
      resource.kind === metricTemplates.kind ? [[document.name, contentOfMetrics(document)] as const] : [],
    ),
  )
  const whole = documents.map(({ resource, document }) => ({
    kind: resource.kind,
    document:
      resource.kind === metrics.kind ? { ...blankMetric, ...templates.get(document.name), ...document } : document,
  }))
  return Object.fromEntries(
    [...Map.groupBy(whole, ({ kind }) => kind)].map(([kind, ofKind]) => [kind, ofKind.map(({ document }) => document)]),
  )
}

/** A template, with the field that metrics spell in another way. */
const contentOfMetrics = (template: Readonly<Record<string, unknown>>) => ({
  ...template,
  dependancy: template.dependency,
})

/** What metrics have from their templates. */
const blankMetric: Omit<MetricDocument, 'name' | 'group' | 'probeversion'> = {
  mtype: 'Active',
  description: '',
  tags: [],
  parent: '',
  probeexecutable: '',
  attribute: [],
  dependancy: [],
  parameter: [],
  flags: [],
  config: [],
}

const colours = { error: 'red', warning: 'yellow', hint: undefined } as const

function resultOf(lines: readonly Line[], { sarif }: LintOptions): Result {
  const isClean = lines.every(({ severity }) => severity === 'hint')
  const place = ({ file, line, kind, name }: Line) => (file === undefined ? `${kind}/${name}` : `${file}:${line}`)
  const texts = lines.map((line) => `${place(line)}: ${line.severity}: ${line.says} (${line.rule})`)
  const text = [...texts, `${lines.length} finding${lines.length === 1 ? '' : 's'}.`].join('\n')
  return {
    answer: sarif ? sarifOf(lines) : { findings: lines },
    text: sarif ? JSON.stringify(sarifOf(lines), null, 2) : text,
    colourOf: (line) =>
      sarif ? undefined : colours[severities.find((severity) => line.includes(`: ${severity}: `)) ?? 'hint'],
    exitCode: isClean ? exitCodes.done : exitCodes.waiting,
  }
}

const sarifLevels = { error: 'error', warning: 'warning', hint: 'note' } as const

/** The findings in the Static Analysis Results Interchange Format 2.1.0. */
function sarifOf(lines: readonly Line[]) {
  const ids = new Set(lines.map(({ rule }) => rule))
  const rules = findingRules.filter(({ id }) => ids.has(id))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'quatrain lint', rules: rules.map(sarifRule) } },
        results: lines.map(({ rule, severity, says, kind, name, file, line }) => ({
          ruleId: rule,
          level: sarifLevels[severity],
          message: { text: `${name}: ${says}` },
          locations: [
            {
              logicalLocations: [{ fullyQualifiedName: `${kind}/${name}` }],
              ...(file !== undefined && {
                physicalLocation: { artifactLocation: { uri: file }, region: { startLine: line } },
              }),
            },
          ],
        })),
      },
    ],
  }
}

const sarifRule = ({ id, title, follows, advice }: FindingRule) => ({
  id,
  shortDescription: { text: title },
  fullDescription: { text: `${follows} ${advice}` },
  help: { text: pageOfRule(id) },
})
