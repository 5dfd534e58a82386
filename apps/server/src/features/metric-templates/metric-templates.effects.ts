// What other features may cause metric templates to become. The changes are left to the recorder.
import { followTemplateVersions } from '#features/metrics/metrics.effects.ts'
import type { Context } from '#request/context.ts'
import type { Standing } from './standing-on.effects.ts'
import { countOn, idsOf, move } from './standing-templates.repository.ts'

/**
 * Moves every template that is on one version of a probe now to another version of it. A template that was called
 * otherwise there is left, and its name answered: tenants know it by that name, and so do their profiles. One statement,
 * whatever their number; to be called in a transaction for every tenant.
 */
export const moveTemplates = (
  ctx: Context,
  versions: { readonly from: number; readonly to: number },
): Promise<string[]> => move(ctx, versions)

/**
 * Applies a change of what versions of templates stand on, such as a package or a tag, and lets the templates and the
 * metrics of all tenants follow. Three statements, whatever their number; to be called in a transaction for every tenant,
 * once.
 */
export const followTemplates = <T>(ctx: Context, standing: Standing, apply: () => Promise<T>): Promise<T> =>
  followTemplateVersions(ctx, idsOf(standing), async () => {
    const applied = await apply()
    await countOn(ctx)
    return applied
  })
