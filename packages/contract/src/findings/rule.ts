import type { Data } from '../compare/field.ts'
import { keyIn, readKeyOf } from '../kit/kind-names.ts'
import type { Estate, KnownEstate } from './estate.ts'

/** How much a finding matters, the most first: something does not work, will probably not do what is meant, or could be better. */
export const severities = ['error', 'warning', 'hint'] as const
export type Severity = (typeof severities)[number]

/** Something that a rule has found in an object. */
export interface Hit {
  /** Identifies the object in addresses. */
  readonly name: string
  /** What it is about within the object, such as the name of a service; absent if it is about the whole. */
  readonly about?: string
  /** The field of the document. */
  readonly field?: string
  /** One sentence that says what is wrong here. */
  readonly says: string
}

/** A rule with an id such as `metric/not-in-profile`, which a page of `docs/findings` explains. */
export interface FindingRule {
  readonly id: string
  /** The kind of the objects that it is about. */
  readonly kind: string
  readonly severity: Severity
  /** What it finds, in a few words. */
  readonly title: string
  /** One sentence: what follows if nobody mends it. */
  readonly follows: string
  /** One sentence: what to do. */
  readonly advice: string
  /** What it looks at; without one of these it is left out. */
  readonly needs: readonly (keyof Estate)[]
  /** It looks at what metrics have from their templates, which files of a tenant do not say. */
  readonly looksAtTemplates?: true
  readonly find: (estate: KnownEstate) => Iterable<Hit>
  /** The document without the finding; absent if people have to decide. */
  readonly fix?: (document: Data, about: string) => Data
}

interface Definition<Need extends keyof Estate> extends Omit<FindingRule, 'needs' | 'find'> {
  readonly needs: readonly Need[]
  readonly find: (estate: Pick<Estate, Need>) => Iterable<Hit>
}

/** A rule whose `find` gets exactly what it needs. */
export const defineRule = <const Need extends keyof Estate>({ find, ...rule }: Definition<Need>): FindingRule => ({
  ...rule,
  // `findingsOf` calls it only with an estate that has all of these.
  find: (estate) => find(estate as Pick<Estate, Need>),
})

/** A hit with its rule and the kind of its object. */
export interface FoundHit extends Hit {
  readonly rule: FindingRule
  readonly kind: string
}

/** Identifies a finding: the same rule finds the same in the same object. */
export const findingKey = (finding: {
  readonly rule: string
  readonly kind: string
  readonly name: string
  readonly about: string
}): string => [finding.rule, finding.kind, finding.name, finding.about].join('\n')

/** What these rules find, in the order of the rules; the objects of a rule in that of the documents. */
export const findingsOf = (rules: readonly FindingRule[], estate: KnownEstate): FoundHit[] =>
  rules
    .filter(({ needs }) => needs.every((need) => estate[need] !== undefined))
    .flatMap((rule) => [...rule.find(estate)].map((hit) => ({ ...hit, rule, kind: rule.kind })))

/** The key in addresses of a document of this kind. */
export const keyOfDocument = (kind: string, document: object): string => keyIn({ ...document }, readKeyOf(kind))

/** The entry of a list of key and value pairs. */
export const configValue = (entries: readonly { readonly key: string; readonly value: string }[], key: string) =>
  entries.find((entry) => entry.key === key)?.value

/** Names in a sentence: at most three, and how many more. */
export function shortList(names: Iterable<string>): string {
  const all = [...names]
  const first = all.slice(0, 3).join(', ')
  return all.length > 3 ? `${first} and ${all.length - 3} more` : first
}

/** A document without the entries of a list for which the test is true. */
export const withoutEntries = (
  document: Data,
  field: string,
  isRemoved: (entry: Readonly<Record<string, unknown>>) => boolean,
): Data => ({
  ...document,
  [field]: (document[field] as readonly Data[]).filter((entry) => !isRemoved(entry)),
})
