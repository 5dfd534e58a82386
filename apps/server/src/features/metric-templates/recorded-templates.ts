import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { templateWords } from '#features/roll-out/roll-out.reads.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'

/** Templates in the format of the recorder. */
export const recordedTemplates = recordedKind(metricTemplates, { nameOf: ({ name }) => name, words: templateWords })
