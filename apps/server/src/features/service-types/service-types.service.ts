import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { AddInput } from '@quatrain/contract/kit/resource.ts'
import type {
  ServiceType,
  ServiceTypeDocument,
  ServiceTypeRow,
  serviceTypes,
} from '@quatrain/contract/resources/service-type.ts'
import { type ServiceTypeProblem, serviceTypeMessages } from '@quatrain/contract/resources/service-type-rules.ts'
import { isOfConsole } from '@quatrain/contract/web-api/merged-service-types.ts'
import { AppError, invalidInput, notFound } from '@quatrain/platform/errors.ts'
import { aggregationProfilesWithService } from '#features/aggregation-profiles/aggregation-profiles.reads.ts'
import { profilesWithService } from '#features/metric-profiles/metric-profiles.reads.ts'
import { assertFreshGuard } from '#kit/http/authorize.ts'
import type { Context } from '#request/context/context.ts'
import type { ServiceTypeList } from '#request/context/web-api.ts'
import { guardOfServiceTypes, ownTypesIn, rowsOf } from './service-type-list.ts'
import { writeServiceTypes } from './write-service-types.ts'

type Input = AddInput<typeof serviceTypes>
interface Guarded {
  readonly guard: string
}
type StoredServiceType = ServiceType & Guarded

/** All service types that are in force today. Throws `upstream_failed` if the Web API does not respond. */
export const findServiceTypes = async ({ webApi }: Context): Promise<ServiceTypeRow[]> =>
  rowsOf((await webApi.serviceTypes.read()).types)

/** What a change of the list has to repeat. */
export const guardOfRows = (rows: readonly ServiceTypeRow[]): string => guardOfServiceTypes(rows.filter(isOfConsole))

/** One service type, with the profiles that contain it. */
export async function findServiceType(ctx: Context, name: string): Promise<StoredServiceType> {
  const [list, users] = await Promise.all([findServiceTypes(ctx), usersOf(ctx, name)])
  return { ...typeNamed(list, name), ...users, guard: guardOfServiceTypes([typeNamed(list, name)]) }
}

async function usersOf(ctx: Context, name: string) {
  const [metricprofiles, aggregationprofiles] = await Promise.all([
    profilesWithService(ctx, name),
    aggregationProfilesWithService(ctx, name),
  ])
  return { metricprofiles, aggregationprofiles }
}

/** Replaces all service types of the console. */
export async function replaceAll(ctx: Context, submittedTypes: readonly Input[]) {
  const written = await writeServiceTypes(ctx, {
    wantedIn: ({ types }) => {
      assertFreshGuard(ctx, 'The list of service types', guardOfServiceTypes(ownTypesIn(types)))
      return submittedTypes
    },
    fieldOf: fieldInList,
  })
  return answerOf(written)
}

/** Adds service types; none of them may exist. */
export async function addMany(ctx: Context, added: readonly Input[]) {
  const written = await writeServiceTypes(ctx, {
    wantedIn({ types }) {
      const storedNames = new Set(types.map(({ name }) => name))
      const fields = added.flatMap(({ name }, index) =>
        storedNames.has(name) ? [fieldInList({ index, field: 'name' })] : [],
      )
      if (fields.length > 0) throw namesTaken(fields)
      return [...added, ...ownTypesIn(types)]
    },
    fieldOf: fieldInList,
  })
  return answerOf(written)
}

const fieldInList = ({ index, field }: Pick<ServiceTypeProblem, 'index' | 'field'>) => `servicetypes.${index}.${field}`

type WriteResult = Awaited<ReturnType<typeof writeServiceTypes>>

function answerOf({ list, notices }: WriteResult) {
  const rows = rowsOf(list)
  return { servicetypes: rows, guard: guardOfRows(rows), ...notices }
}

export async function addServiceType(ctx: Context, input: Input): Promise<StoredServiceType & Notices> {
  const written = await writeServiceTypes(ctx, {
    wantedIn({ types }) {
      if (types.some(({ name }) => name === input.name)) throw namesTaken(['name'])
      return [...ownTypesIn(types), input]
    },
    written: input.name,
    fieldOf: ({ field }) => field,
  })
  return saved(ctx, written, input.name)
}

export async function changeServiceType(ctx: Context, input: Input): Promise<StoredServiceType & Notices> {
  const written = await writeServiceTypes(ctx, {
    wantedIn: (list) => {
      const own = ownTypeIn(ctx, list, input.name)
      return ownTypesIn(list.types).map((type) => (type.name === own.name ? input : type))
    },
    written: input.name,
    fieldOf: ({ field }) => field,
  })
  return saved(ctx, written, input.name)
}

export async function deleteServiceType(ctx: Context, name: string): Promise<Notices> {
  await writeServiceTypes(ctx, {
    wantedIn: (list) => {
      ownTypeIn(ctx, list, name)
      return ownTypesIn(list.types).filter((type) => type.name !== name)
    },
    written: name,
    fieldOf: ({ field }) => field,
  })
  return {}
}

async function saved(ctx: Context, { list, notices }: WriteResult, name: string): Promise<StoredServiceType & Notices> {
  const row = typeNamed(rowsOf(list), name)
  return { ...row, ...(await usersOf(ctx, name)), guard: guardOfServiceTypes([row]), ...notices }
}

function typeNamed<Type extends ServiceTypeDocument>(list: readonly Type[], name: string): Type {
  const serviceType = list.find((type) => type.name === name)
  if (!serviceType) throw notFound('Service type')
  return serviceType
}

/** A service type that the console may change, in the version that the user has read. */
function ownTypeIn(ctx: Context, { types }: ServiceTypeList, name: string): ServiceTypeDocument {
  const serviceType = typeNamed(types, name)
  if (!isOfConsole(serviceType)) {
    throw invalidInput({ name: 'This service type comes from the topology, and can be changed only there' })
  }
  assertFreshGuard(ctx, 'The service type', guardOfServiceTypes([serviceType]))
  return serviceType
}

const namesTaken = (fields: readonly string[]) =>
  new AppError('already_exists', `${serviceTypeMessages.name.exists}.`, {
    fields: Object.fromEntries(fields.map((field) => [field, serviceTypeMessages.name.exists])),
  })
