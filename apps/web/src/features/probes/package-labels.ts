import { packageLabel } from '@quatrain/contract/resources/package.ts'
import { queries } from '#features/packages/packages.queries.ts'

/** The packages that a probe can be part of, as `name (version)`. */
export const packageLabels = { ...queries.list(), select: (all: readonly Named[]) => all.map(packageLabel) }

type Named = Parameters<typeof packageLabel>[0]
