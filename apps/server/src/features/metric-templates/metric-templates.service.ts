import { isDeepStrictEqual } from 'node:util'
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import { passiveFlag } from '@quatrain/contract/resources/metric-settings.ts'
import {
  type MetricTemplateDocument,
  type MetricTemplateInput,
  metricTemplates,
} from '@quatrain/contract/resources/metric-template.ts'
import { namesIn, referencesBetween, withNames } from '@quatrain/contract/resources/references.ts'
import { AppError, inUse, invalidInput } from '@quatrain/platform/errors.ts'
import { tagDelivery, tagsAdded } from '#features/metric-tags/metric-tags.effects.ts'
import { rollOutDeletion } from '#features/roll-out/deletions.effects.ts'
import { rollOutVersions, withoutRollOut } from '#features/roll-out/roll-out.effects.ts'
import { nameTakenIn, templateWords } from '#features/roll-out/roll-out.reads.ts'
import { assertFresh, authorize } from '#kit/http/authorize.ts'
import { type Delivery, type Done, enqueue } from '#kit/intents/deliveries.ts'
import { type Change, initialComment } from '#kit/recording/changes.ts'
import { describeChange, listing } from '#kit/recording/describe-change.ts'
import { record } from '#kit/recording/recorder.ts'
import { assertAllFound } from '#kit/resource/all-found.ts'
import { commentOfRestore } from '#kit/versions/recorded-versions.ts'
import { actorName, type Context, inCatalogue } from '#request/context/context.ts'
import { danglingReferences, deletedLater } from './metric-template-notices.ts'
import { templateNames } from './metric-template-versions.repository.ts'
import { insert, insertVersion, remove, rewriteVersion } from './metric-template-writes.repository.ts'
import {
  findForUpdate,
  findNamedForUpdate,
  findReferences,
  type NamingTemplate,
  type References,
  type StoredTemplate,
  type TemplateForUpdate,
} from './metric-templates.repository.ts'
import { recordedTemplates } from './recorded-templates.ts'

const { kind } = metricTemplates

export const addMetricTemplate = (ctx: Context, { cloned_from, ...template }: AddInput<typeof metricTemplates>) =>
  inCatalogue(ctx, async (ctx): Promise<Done<StoredTemplate & Notices>> => {
    const input = effective(template)
    authorize(ctx, 'add', metricTemplates)
    const clonedFrom = cloned_from || null
    const references = await findReferences(ctx.db, { ...input, id: null, clonedFrom })
    assertPossible(input, references)
    if (clonedFrom !== null && references.clonedFrom === null) {
      throw new AppError('not_found', 'Metric template from which to clone does not exist.')
    }
    const restored = (await restoring(ctx, ctx.write.restoredObject ?? 0)).trimEnd()
    const comment =
      references.clonedFrom === null ? restored || initialComment : `Derived from ${references.clonedFrom}`
    const added = await insert(ctx.db, versionOf(ctx, input, references, comment))
    await record(ctx, [
      { ...recordedTemplates.added(added.id, input), comment: () => comment },
      ...tagsAdded(added.madeTags, input.name),
    ])
    return {
      saved: { ...input, ...added, package: references.package, ...unknownNotice(references) },
      deliveries: await enqueue(ctx, [tagDelivery(ctx)]),
    }
  })

/**
 * A save with another probe version adds a version, and does not change the tenants, which keep their names of the metric; any other
 * updates its version, and the metrics of all tenants that use it (decision D12).
 */
export const changeMetricTemplate = (
  ctx: Context,
  { id, cloned_from, ...fields }: ChangeInput<typeof metricTemplates>,
) =>
  inCatalogue(ctx, async (ctx): Promise<Done<StoredTemplate & Notices>> => {
    const input = effective(fields)
    const { template: storedTemplate, naming } = await findForUpdate(ctx.db, id)
    authorize(ctx, 'change', metricTemplates)
    assertFresh(ctx, 'The metric template', storedTemplate)
    assertNoneDeleted([storedTemplate])
    const restored = await restoring(ctx, id)
    const references = await findReferences(ctx.db, { ...input, id, clonedFrom: null })
    assertPossible(input, references, storedTemplate)
    // References contain the current name of the template, which that of an older version can replace.
    const followed = followersOf(ctx, storedTemplate, input, naming)
    const change = {
      ...recordedTemplates.changed(ctx, storedTemplate, input),
      comment: () => `${restored}${describeTemplate(storedTemplate, input)}`,
    }
    const finish = async (written: WrittenTemplate, replaced: readonly Delivery[]) => {
      await record(ctx, [change, ...tagsAdded(written.madeTags, input.name), ...followed.changes])
      const isRetagged = storedTemplate.name !== input.name || storedTemplate.tags.join() !== input.tags.join()
      const deliveries = await enqueue(ctx, [...replaced, ...(isRetagged ? [tagDelivery(ctx)] : [])])
      const saved = { ...input, id, rowVersion: written.rowVersion, package: references.package }
      return { saved: { ...saved, ...unknownNotice(references, storedTemplate) }, deliveries }
    }
    const save = { input, references, storedTemplate, followed, finish }
    return references.versionId === null
      ? addVersion(ctx, save)
      : rewrite(ctx, { ...save, versionId: references.versionId })
  })

/** The result of a write of one version. */
interface WrittenTemplate {
  readonly rowVersion: number
  readonly madeTags: readonly { readonly id: number; readonly name: string }[]
}

interface Save<Result> {
  readonly input: MetricTemplateInput
  readonly references: References
  readonly storedTemplate: TemplateForUpdate
  readonly followed: ReturnType<typeof followersOf>
  readonly finish: (written: WrittenTemplate, replaced: readonly Delivery[]) => Promise<Result>
}

function addVersion<Result>(
  ctx: Context,
  { input, references, storedTemplate, followed, finish }: Save<Result>,
): Promise<Result> {
  const version = versionOf(ctx, input, references, describeTemplate(storedTemplate, input))
  const change = { apply: () => insertVersion(ctx.db, storedTemplate.id, version, followed.renamed), finish }
  return followed.renamed.length === 0
    ? withoutRollOut(ctx, change)
    : rollOutVersions(ctx, { ids: followed.versions, isRenaming: true }, change)
}

/** The templates that refer to a renamed one: their versions, and their documents with its new name. */
function followersOf(
  ctx: Context,
  storedTemplate: TemplateForUpdate,
  { name }: MetricTemplateInput,
  naming: readonly NamingTemplate[],
) {
  const renamed =
    storedTemplate.name === name
      ? []
      : naming.map((template) =>
          withNames(template, ownReferences, (referredName) =>
            referredName === storedTemplate.name ? name : referredName,
          ),
        )
  return {
    renamed,
    versions: renamed.map(({ versionId }) => versionId),
    changes: naming.flatMap((template, index): Change[] => {
      const now = renamed[index]
      if (!now) return []
      return [{ ...recordedTemplates.changed(ctx, template, now), comment: () => describeTemplate(template, now) }]
    }),
  }
}

const restoring = (ctx: Context, id: number) => commentOfRestore(ctx, { kind, names: templateNames }, id)

/** The generated comment, without the number of a restored version. */
const describeTemplate = (before: MetricTemplateDocument, after: MetricTemplateDocument) => {
  const [old, now] = [before, after].map(recordedTemplates.documentOf)
  return describeChange(metricTemplates.compared, old ?? {}, now ?? {}, templateWords)
}

function rewrite<Result>(
  ctx: Context,
  { input, references, storedTemplate, followed, finish, versionId }: Save<Result> & { readonly versionId: number },
): Promise<Result> {
  const comment = references.previousDocument && describeTemplate(references.previousDocument, input)
  const version = versionOf(ctx, input, references, comment)
  const isRenaming = followed.renamed.length > 0 || !hasNamesOf(references.versionDocument, input)
  return rollOutVersions(
    ctx,
    { ids: [versionId, ...followed.versions], isRenaming },
    { apply: () => rewriteVersion(ctx.db, storedTemplate.id, versionId, version, followed.renamed), finish },
  )
}

/**
 * Removes templates with their metrics in all tenants, and from the metric profiles there: all of them or none. If many tenants are
 * concerned, or the user has chosen some, a job of each tenant removes its metrics, and the templates are removed after the last one.
 */
export const deleteMetricTemplates = (ctx: Context, names: readonly string[], { ifFresh = false } = {}) =>
  inCatalogue(ctx, async (ctx): Promise<Done<Notices>> => {
    authorize(ctx, 'delete', metricTemplates)
    const { templates, naming } = await findNamedForUpdate(ctx.db, names)
    assertAllFound(metricTemplates, 'metrictemplates', names, templates)
    for (const template of ifFresh ? templates : []) assertFresh(ctx, 'The metric template', template)
    assertNoneDeleted(templates)
    const dangling = danglingReferences(names, naming)
    return rollOutDeletion(ctx, templates, {
      async now(replaced) {
        await remove(
          ctx.db,
          templates.map(({ id }) => id),
        )
        await record(ctx, templates.map(recordedTemplates.removed))
        return { saved: dangling, deliveries: await enqueue(ctx, [...replaced, tagDelivery(ctx)]) }
      },
      async later({ later, rollOut }) {
        await record(ctx, [])
        return { saved: { ...deletedLater(names, later, rollOut), ...dangling }, deliveries: [] }
      },
    })
  })

/** Throws `in_use` for templates whose metrics are being removed from the tenants. */
function assertNoneDeleted(templates: readonly StoredTemplate[]): void {
  const deleted = templates.filter(({ deleted_by }) => deleted_by !== undefined)
  const [first] = deleted
  if (!first) return
  const subject =
    deleted.length === 1
      ? `Metric template ${first.name} is`
      : `Metric templates ${listing(deleted.map(({ name }) => name))} are`
  throw inUse(`${subject} being deleted (roll-out ${first.deleted_by}).`)
}

/** A passive template has a name, tags, a parent and flags, including the flag PASSIVE. */
function effective(input: MetricTemplateInput): MetricTemplateInput {
  if (input.mtype === 'Active') return input
  const emptyFields = {
    probeversion: '',
    probeexecutable: '',
    config: [],
    attribute: [],
    dependency: [],
    parameter: [],
  }
  const flags = input.flags.map((flag) => (flag.key === passiveFlag.key ? passiveFlag : flag))
  return { ...input, ...emptyFields, flags: flags.includes(passiveFlag) ? flags : [...flags, passiveFlag] }
}

/** A stored reference may stay, even if its target no longer exists. */
function assertPossible(input: MetricTemplateInput, references: References, storedTemplate?: StoredTemplate): void {
  const fields: Record<string, string> = {}
  if (references.probeVersionId === undefined) fields.probeversion = 'Probe version does not exist'
  if (!references.isParentKnown && input.parent !== storedTemplate?.parent)
    fields.parent = 'Must be one of predefined metrics'
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
  if (references.clashes.length === 0) return
  throw nameTakenIn(references.clashes)
}

/** Notes new dependencies on templates that do not exist: they can come later. */
function unknownNotice({ unknownDependencies }: References, storedTemplate?: StoredTemplate): Notices {
  const storedNames = storedTemplate?.dependency.map(({ key }) => key) ?? []
  const names = unknownDependencies.filter((name) => !storedNames.includes(name))
  return names.length > 0 ? { warning: `There is no metric template ${names.join(', ')}.` } : {}
}

const versionOf = <Comment extends string | null>(
  ctx: Context,
  input: MetricTemplateInput,
  references: References,
  comment: Comment,
) => ({
  ...input,
  probeVersionId: references.probeVersionId ?? null,
  author: actorName(ctx),
  createdAt: ctx.now(),
  comment,
  remark: ctx.write.remark ?? '',
})

const ownReferences = referencesBetween(kind, kind)

/** Whether a version has this name already, and refers to the same templates. */
const hasNamesOf = (version: Record<string, unknown> | null, input: MetricTemplateInput): boolean =>
  version?.name === input.name &&
  ownReferences.every((reference) => isDeepStrictEqual(namesIn(version, reference), namesIn(input, reference)))
