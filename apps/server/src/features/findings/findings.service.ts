import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { findingRules, pageOfRule } from '@quatrain/contract/findings/all-rules.ts'
import type { EstateKind } from '@quatrain/contract/findings/estate.ts'
import {
  type checkDocument,
  type Finding,
  type FindingOverview,
  type FindingSettings,
  findingSettings,
  type fixOfFinding,
} from '@quatrain/contract/findings/finding.ts'
import { findingsOf, keyOfDocument } from '@quatrain/contract/findings/rule.ts'
import type { InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { assertFreshGuard } from '#kit/http/authorize.ts'
import { revisionOf } from '#kit/http/revision.ts'
import { visibleKinds } from '#kit/kinds/kinds.ts'
import { describeChange } from '#kit/recording/describe-change.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import type { Tenant } from '#request/tenancy/tenancy.ts'
import { type EstateSources, readEstate } from './estate.reads.ts'
import { findingChanges, findingsFor, needsNoScope, visibleRules } from './findings.reads.ts'
import {
  type CountOfGroup,
  findDays,
  findLastCounts,
  findSettings,
  mailAboutFindings,
  storeCounts,
  storeSettings,
} from './findings.repository.ts'

/** The rules about kinds that the caller may see, and the numbers of the last days. */
export async function overview(ctx: Context, { kinds }: EstateSources): Promise<FindingOverview> {
  const [settings, days] = await Promise.all([findSettings(ctx.db), findDays(ctx.db)])
  const severityByRule = new Map(settings.severities.map(({ rule, severity }) => [rule, severity]))
  return {
    rules: visibleRules(ctx, kinds).map(({ id, kind, title, follows, advice, severity }) => {
      const chosenSeverity = severityByRule.get(id)
      const choice = chosenSeverity && { chosen: chosenSeverity }
      return { id, kind, title, follows, advice, severity, ...choice, page: pageOfRule(id) }
    }),
    days: days.toReversed(),
  }
}

type Identity = InputOf<typeof fixOfFinding>['query']

/** The document of the object without the finding; null if there is none, or people have to decide. */
export async function fixed(ctx: Context, sources: EstateSources, { rule: id, kind, name, about }: Identity) {
  const rule = visibleRules(ctx, sources.kinds).find((candidate) => candidate.id === id && candidate.kind === kind)
  if (!rule) return { document: null }
  const { estate } = await readEstate(ctx, sources, { parts: new Set([...rule.needs, kind as EstateKind]) })
  const document = estate[kind as EstateKind]?.find((candidate) => keyOfDocument(kind, candidate) === name)
  const resource = sources.kinds.get(kind)?.resource
  const data = document && resource && storedDocument(resource, document)
  const isFound = findingsOf([rule], estate).some((hit) => hit.name === name && (hit.about ?? '') === about)
  return { document: (rule.fix && data && isFound && rule.fix(data, about)) || null }
}

/** The findings that a document of a form would add. */
export async function check(
  ctx: Context,
  sources: EstateSources,
  { kind, name, document }: InputOf<typeof checkDocument>['body'],
): Promise<{ findings: Finding[] }> {
  const resource = sources.kinds.get(kind)?.resource
  const data = resource && visibleKinds(sources.kinds, ctx).includes(kind) && storedDocument(resource, document)
  if (!data) throw invalidInput({ document: 'Is no document of this kind' })
  const key = keyOfDocument(kind, data)
  const former = name === undefined ? null : { ...data, name }
  const { added } = await findingChanges(ctx, sources, [{ kind, name: name ?? key, before: former, after: data }])
  return { findings: added.filter((finding) => finding.kind === kind && finding.name === key) }
}

/** A change has to name the settings that its user has seen. */
const guarded = (settings: FindingSettings) => ({ ...settings, guard: hash('sha256', JSON.stringify(settings)) })

export const settingsOfFindings = async ({ db }: Context) => guarded(await findSettings(db))

/** Throws `stale_version`, and `invalid_input` with the place of a rule that does not exist. */
export function setSettings(ctx: Context, settings: FindingSettings) {
  const ids = new Set(findingRules.map(({ id }) => id))
  for (const [field, entries] of Object.entries(settings))
    for (const [index, { rule }] of entries.entries())
      if (!ids.has(rule)) throw invalidInput({ [`${field}.${index}.rule`]: 'There is no such rule' })
  return inTransaction(ctx, async (ctx) => {
    const stored = await settingsOfFindings(ctx)
    assertFreshGuard(ctx, 'The settings of findings', stored.guard)
    const { guard: _, ...before } = stored
    if (isDeepStrictEqual(settings, before)) return stored
    await storeSettings(ctx.db, settings)
    const { id, name } = ctx.tenant
    const comment = () => describeChange(findingSettings.compared, before, settings)
    await record(ctx, [{ kind: findingSettings.kind, id, name, before, after: settings, comment }])
    return guarded(settings)
  })
}

interface Counting {
  readonly contextOf: (tenant: Tenant) => Context
  /** Tenants of one round; the others follow in the next ones. */
  readonly atOnce: number
}

/** Counts the findings of tenants that have changed since, or not been counted today. */
export async function countFindings(sources: EstateSources, { contextOf, atOnce }: Counting): Promise<void> {
  let counted = 0
  for (const tenant of await sources.tenancy.tenants()) {
    if (counted >= atOnce) return
    if (await countFindingsOf(contextOf(tenant), sources)) counted += 1
  }
}

/** Identifies what the findings of a tenant depend on. One statement. */
export const revisionOfFindings = (ctx: Context): Promise<string> => revisionOf(ctx, 'findings')

/** Whether they had to be counted. */
export async function countFindingsOf(ctx: Context, sources: EstateSources): Promise<boolean> {
  const day = ctx.now().toISOString().slice(0, 10)
  const revision = await revisionOfFindings(ctx)
  const last = await findLastCounts(ctx.db)
  if (last?.day === day && last.revision === revision) return false
  const { findings } = await findingsFor(ctx, sources, {}, needsNoScope)
  const open = findings.filter(({ suppressed }) => suppressed === null)
  const rules = [...Map.groupBy(open, ({ rule }) => rule)].flatMap(([rule, ofRule]) =>
    ofRule.slice(0, 1).map(({ severity }) => ({ rule, severity, count: ofRule.length })),
  )
  const serious = open.filter(({ severity }) => severity !== 'hint')
  const groups = [...Map.groupBy(serious, ({ group }) => group)].map(([group, { length }]) => ({
    group,
    count: length,
  }))
  await inTransaction(ctx, async ({ db, now }) => {
    const isNew = await storeCounts(db, { day, rules, groups, revision })
    if (isNew && last?.groups) await mailAboutFindings(db, moreThan(last.groups, groups), now())
  })
  return true
}

/** The groups with more errors and warnings than when they were last counted. */
const moreThan = (last: readonly CountOfGroup[], counts: readonly CountOfGroup[]) => {
  const lastByGroup = new Map(last.map(({ group, count }) => [group, count]))
  return counts.flatMap(({ group, count }) => {
    const before = lastByGroup.get(group) ?? 0
    return count > before ? [{ group, remark: `${count} now, ${before} before` }] : []
  })
}
