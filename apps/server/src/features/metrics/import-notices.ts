import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import type { importMetrics } from '@quatrain/contract/resources/metric-imports.ts'

type Texts = AnswerOf<typeof importMetrics>

const outcomes = ['imported', 'warn', 'err', 'unavailable'] as const

type Names = Readonly<Record<(typeof outcomes)[number], readonly string[]>>

/** The results of an import of metrics, in the specified sentences. */
export function importNotices(names: Names): Texts {
  const texts = outcomes.flatMap((outcome) => {
    const { length } = names[outcome]
    const [one, several] = sentences[outcome]
    return length === 0 ? [] : [[outcome, `${names[outcome].join(', ')} ${length === 1 ? one : several}`]]
  })
  return Object.fromEntries(texts)
}

const sentences: Readonly<Record<keyof Names, readonly [one: string, several: string]>> = {
  imported: ['has been successfully imported.', 'have been successfully imported.'],
  warn: [
    'has been imported with older probe version. If you wish to use more recent probe version, you should update package version you use.',
    "have been imported with older probes' versions. If you wish to use more recent versions of probes, you should update packages' versions you use.",
  ],
  err: [
    'has not been imported since it already exists in the database.',
    'have not been imported since they already exist in the database.',
  ],
  unavailable: [
    'has not been imported, since it is not available for the package version you use. If you wish to use the metric, you should change the package version, and try to import again.',
    "have not been imported, since they are not available for the packages' versions you use. If you wish to use the metrics, you should change the packages' versions, and try to import again.",
  ],
}
