import { isReservedName } from '../kit/fields.ts'
import { isOfConsole } from '../web-api/merged-service-types.ts'

/** The messages of the specification. */
export const serviceTypeMessages = {
  name: {
    invalid: 'Name can only contain alphanumeric characters, punctuations, underscores and minuses',
    reserved: 'This name is reserved',
    exists: 'Service type with this name already exists',
    added: 'Service type with this name already added',
  },
  title: {
    empty: 'Title cannot be empty.',
    exists: 'Service type with this title already exists',
    added: 'Service type with this title already added',
  },
  description: { empty: 'Description cannot be empty.' },
} as const

interface Texts {
  readonly name: string
  readonly title: string
  readonly description: string
}

interface StoredType extends Texts {
  readonly tags?: readonly string[] | undefined
}

interface StoredTypes {
  /** All service types of the tenant, including those of the topology. */
  readonly stored: readonly StoredType[]
  /** Whether the tenant uses titles. */
  readonly hasTitles: boolean
}

export interface ServiceTypeProblem {
  readonly index: number
  readonly field: keyof Texts
  readonly message: string
}

/**
 * What is wrong with the service types that superusers maintain, if `submitted` replaces them. Unchanged ones
 * are not checked: other programs may have stored what the console would not accept.
 */
export function problemsOfServiceTypes(
  submitted: readonly Texts[],
  { stored, hasTitles }: StoredTypes,
): readonly ServiceTypeProblem[] {
  const storedByName = new Map(stored.map((type) => [type.name, type]))
  const isUnchanged = (type: Texts) => isSame(type, storedByName.get(type.name), hasTitles)
  const ofTopology = stored.filter((type) => !isOfConsole(type))
  const unchanged = submitted.filter(isUnchanged)
  const storedTitles = new Set([...ofTopology, ...unchanged].map(({ title }) => title))
  const [names, titles] = [new Set<string>(), new Set<string>()]
  return submitted.flatMap((type, index) => {
    const isRepeated = names.has(type.name)
    names.add(type.name)
    const messages = {
      name: isRepeated ? serviceTypeMessages.name.added : nameProblem(type, storedByName.get(type.name)),
      ...(!isUnchanged(type) && {
        title: hasTitles ? titleProblem(type, storedTitles, titles) : undefined,
        description: type.description.trim() === '' ? serviceTypeMessages.description.empty : undefined,
      }),
    }
    if (!isUnchanged(type)) titles.add(type.title)
    return (['name', 'title', 'description'] as const).flatMap((field) => {
      const message = messages[field]
      return message === undefined ? [] : [{ index, field, message }]
    })
  })
}

/** What is wrong with service types to add to the stored ones. */
export function problemsOfNewServiceTypes(added: readonly Texts[], stores: StoredTypes): readonly ServiceTypeProblem[] {
  const storedNames = new Set(stores.stored.map(({ name }) => name))
  const all = problemsOfServiceTypes([...added, ...stores.stored.filter(isOfConsole)], stores)
  return added.flatMap((type, index) => {
    const isTaken = storedNames.has(type.name)
    const otherProblems = all.filter((problem) => problem.index === index && !(isTaken && problem.field === 'name'))
    return isTaken
      ? [{ index, field: 'name', message: serviceTypeMessages.name.exists }, ...otherProblems]
      : otherProblems
  })
}

/** Whether a write would leave the stored service type as it is. */
const isSame = (type: Texts, stored: StoredType | undefined, hasTitles: boolean): boolean =>
  stored !== undefined &&
  isOfConsole(stored) &&
  type.description === stored.description &&
  (!hasTitles || type.title === stored.title)

function nameProblem({ name }: Texts, stored: StoredType | undefined): string | undefined {
  const { invalid, reserved, exists } = serviceTypeMessages.name
  if (stored) return isOfConsole(stored) ? undefined : exists
  if (!/^[A-Za-z0-9._-]{1,512}$/.test(name)) return invalid
  return isReservedName(name) ? reserved : undefined
}

function titleProblem({ title }: Texts, stored: ReadonlySet<string>, added: ReadonlySet<string>): string | undefined {
  const { empty, exists, added: repeated } = serviceTypeMessages.title
  if (title.trim() === '') return empty
  if (stored.has(title)) return exists
  return added.has(title) ? repeated : undefined
}
