// The findings of a tenant or of the catalogue, also for other features.
import type { RuleCount } from '@quatrain/contract/console/home.ts'
import { findingRules } from '@quatrain/contract/findings/all-rules.ts'
import type { KnownEstate } from '@quatrain/contract/findings/estate.ts'
import type { Finding, FindingSettings } from '@quatrain/contract/findings/finding.ts'
import {
  type FindingRule,
  findingKey,
  findingsOf,
  keyOfDocument,
  severities,
} from '@quatrain/contract/findings/rule.ts'
import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import type { Kinds } from '#kit/kinds/kinds.ts'
import { visibleKinds } from '#kit/kinds/kinds.ts'
import type { Context } from '#request/context/context.ts'
import { type DocumentChange, type EstateSources, estateAfter, readEstate } from './estate.reads.ts'
import { type CountOfRule, findLastCounts, findSettings } from './findings.repository.ts'

/** What rules found, and what they could not look at, in sentences. */
interface CheckedFindings {
  readonly findings: readonly Finding[]
  readonly unchecked: readonly string[]
}

/** Without what takes a call of the Web API for each report: a count in the background must not load it. */
export const needsNoScope = ({ needs }: FindingRule): boolean => !needs.includes('coveredEndpoints')

/** The findings that the caller may see, the worst first, those of a rule together: all, those of a kind, or of one object. */
export async function findingsFor(
  ctx: Context,
  sources: EstateSources,
  { kind, name }: { readonly kind?: string | undefined; readonly name?: string | undefined } = {},
  isIncluded: (rule: FindingRule) => boolean = () => true,
): Promise<CheckedFindings> {
  const settings = await findSettings(ctx.db)
  const rules = rulesFor(ctx, sources.kinds, settings).filter(
    (rule) => (kind === undefined || rule.kind === kind) && isIncluded(rule),
  )
  const { estate, unchecked } = await readEstate(ctx, sources, { parts: partsFor(rules), report: name })
  const findings = findingsIn(ctx, rules, estate, settings)
  return { findings: name === undefined ? findings : findings.filter((finding) => finding.name === name), unchecked }
}

/**
 * The rules about kinds that the caller may see, with the numbers of their findings when they were last counted, the worst first;
 * undefined if they never were. One statement.
 */
export const lastCounts = async (ctx: Context, kinds: Kinds): Promise<RuleCount[] | undefined> =>
  visibleCounts(ctx, kinds, (await findLastCounts(ctx.db))?.rules)

/** Those of the counts that the caller may see. */
export function visibleCounts(
  ctx: Context,
  kinds: Kinds,
  counts: readonly CountOfRule[] | undefined,
): RuleCount[] | undefined {
  const titles = new Map(visibleRules(ctx, kinds).map(({ id, title }) => [id, title]))
  return counts?.flatMap((counted) => {
    const title = titles.get(counted.rule)
    return title === undefined ? [] : { ...counted, title }
  })
}

/** The findings that these changes would add and remove; the suppressed ones do not count. */
export async function findingChanges(ctx: Context, sources: EstateSources, changes: readonly DocumentChange[]) {
  const settings = await findSettings(ctx.db)
  const changedKinds = new Set(changes.map(({ kind }) => kind))
  const rules = rulesFor(ctx, sources.kinds, settings).filter(({ needs }) =>
    needs.some((need) => changedKinds.has(need)),
  )
  const { estate } = await readEstate(ctx, sources, { parts: partsFor(rules) })
  const [before, after] = [estate, estateAfter(estate, changes)].map((knownEstate) =>
    findingsIn(ctx, rules, knownEstate, settings).filter(({ suppressed }) => suppressed === null),
  ) as [Finding[], Finding[]]
  const missingFrom = (findings: readonly Finding[], otherFindings: readonly Finding[]) => {
    const keys = new Set(otherFindings.map(findingKey))
    return findings.filter((finding) => !keys.has(findingKey(finding)))
  }
  return { added: missingFrom(after, before), removed: missingFrom(before, after) }
}

const partsFor = (rules: readonly FindingRule[]) => new Set(rules.flatMap(({ needs }) => needs))

/** The rules about kinds that the caller may see, without those that the tenant has turned off. */
function rulesFor(ctx: Context, kinds: Kinds, { severities }: FindingSettings): FindingRule[] {
  const off = new Set(severities.flatMap(({ rule, severity }) => (severity === 'off' ? [rule] : [])))
  return visibleRules(ctx, kinds).filter(({ id }) => !off.has(id))
}

/** The rules about kinds that the caller may see. Everybody sees what only the Web API has. */
export function visibleRules(ctx: Context, kinds: Kinds): FindingRule[] {
  const visible = new Set(visibleKinds(kinds, ctx))
  return findingRules.filter(({ kind }) => visible.has(kind) || !kinds.has(kind))
}

function findingsIn(
  ctx: Context,
  rules: readonly FindingRule[],
  estate: KnownEstate,
  settings: FindingSettings,
): Finding[] {
  const severityByRule = new Map(settings.severities.map(({ rule, severity }) => [rule, severity]))
  const today = ctx.now().toISOString().slice(0, 10)
  const suppressions = new Map(
    settings.suppressed.flatMap((suppression) =>
      suppression.until === '' || suppression.until >= today ? [[findingKey(suppression), suppression]] : [],
    ),
  )
  const groups = groupsOf(estate)
  return findingsOf(rules, estate)
    .map(({ rule, kind, name, about = '', field = '', says }): Finding => {
      const chosenSeverity = severityByRule.get(rule.id)
      const identity = { rule: rule.id, kind, name, about }
      const { reason, until } = suppressions.get(findingKey(identity)) ?? {}
      return {
        ...identity,
        field,
        says,
        severity: chosenSeverity === undefined || chosenSeverity === 'off' ? rule.severity : chosenSeverity,
        group: groups.get(`${kind} ${name}`) ?? '',
        isFixable: rule.fix !== undefined,
        suppressed: reason === undefined || until === undefined ? null : { reason, until },
      }
    })
    .toSorted(
      (first, second) =>
        severities.indexOf(first.severity) - severities.indexOf(second.severity) ||
        byCodePoint(first.rule, second.rule) ||
        byCodePoint(first.name, second.name),
    )
}

/** The group of each object that has one. */
function groupsOf(estate: KnownEstate): ReadonlyMap<string, string> {
  const groups = new Map<string, string>()
  for (const [kind, documents] of Object.entries(estate)) {
    if (!Array.isArray(documents)) continue
    for (const document of documents) {
      const { group, groupname = group } = document as { readonly group?: string; readonly groupname?: string }
      if (groupname) groups.set(`${kind} ${keyOfDocument(kind, document)}`, groupname)
    }
  }
  return groups
}
