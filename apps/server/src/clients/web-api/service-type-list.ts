import { isDeepStrictEqual } from 'node:util'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { mergedByName } from '@quatrain/contract/web-api/merged-service-types.ts'
import {
  topologyWritten,
  type WebApiServiceTypeInput,
  webApiServiceType,
} from '@quatrain/contract/web-api/service-types.ts'
import type { ServiceTypeList, ServiceTypes } from '#request/context/web-api.ts'
import type { Ask } from './call.ts'
import { orUndefined } from './remote-collection.ts'
import { certainlyNotApplied, refusedWith, UpstreamError, unexplainedRefusal } from './upstream-error.ts'

const path = '/api/v2/topology/service-types'
const answer = dataEnvelope(webApiServiceType)
type Types = readonly WebApiServiceTypeInput[]

/** The list of service types of the Web API, called through `ask`. */
export function serviceTypeList(ask: Ask): ServiceTypes {
  const read = async (): Promise<ServiceTypeList> => {
    const response = await orUndefined(() => ask({ method: 'GET', path }, answer))
    return { types: mergedByName(response?.body.data ?? []), etag: response?.etag }
  }
  const add = async (types: Types) => {
    await ask({ method: 'POST', path, body: types }, topologyWritten)
  }

  /** Replaces the list in one call. Returns false if the service does not know it: then it does not send entity tags either, as a rule. */
  const replaceInOneCall = async (types: Types, ifMatch: string): Promise<boolean> => {
    try {
      await ask({ method: 'PUT', path, body: types, ifMatch }, topologyWritten)
      return true
    } catch (error) {
      const status = refusedWith(error) ?? 0
      if ([404, 405, 501].includes(status)) return false
      // A proxy may have sent it twice: then the second one is refused because of the first.
      if (status !== 412) throw error
      const now = await read().catch((cause: unknown) => Promise.reject(unexplainedRefusal(cause)))
      if (hasTypes(now.types, types)) return true
      throw error
    }
  }

  /**
   * In a service that can only add a list to a day without one and delete it, so that the day has none between the two
   * calls (decision D25). If the second add fails, the list that was read is added again: then neither the failed call
   * nor a late one has an effect, because the day has a list.
   */
  const replaceInSeveralCalls = async (types: Types, currentList: ServiceTypeList) => {
    const now = await read()
    if (!hasTypes(now.types, currentList.types)) throw changedMeanwhile()
    if (hasTypes(currentList.types, types) || (await addIfFree(types))) return
    // The day has a list that was not returned: nobody knows what a delete would remove.
    if (now.types.length === 0) throw changedMeanwhile()
    await removeToday(currentList.types)
    try {
      await add(types)
    } catch (error) {
      if (await addIfFree(currentList.types).catch(() => Promise.reject(listLost(error)))) throw restored(error)
      // If only the response was lost, the list that exists now is this one.
      if (!hasTypes((await read()).types, types)) throw listLost(error)
    }
  }

  /** If the outcome is unknown, the list is added again: it may have been deleted. */
  const removeToday = async (types: Types): Promise<void> => {
    try {
      await ask({ method: 'DELETE', path }, topologyWritten)
    } catch (error) {
      if (!certainlyNotApplied(error)) await addIfFree(types).catch(() => undefined)
      throw error
    }
  }

  /** Returns false if the day has a list. */
  const addIfFree = async (types: Types): Promise<boolean> => {
    try {
      await add(types)
      return true
    } catch (error) {
      if (refusedWith(error) === 409) return false
      throw error
    }
  }

  return {
    read,
    add,
    async replace(types, currentList) {
      if (currentList.etag !== undefined && (await replaceInOneCall(types, currentList.etag))) return
      await replaceInSeveralCalls(types, currentList)
    },
  }
}

/** Whether both lists have the same service types, in any order. */
export const hasTypes = (list: Types, types: Types): boolean => isDeepStrictEqual(contentOf(list), contentOf(types))

const contentOf = (list: Types) =>
  new Map(list.map(({ name, title, description, tags = [] }) => [name, { title, description, tags }]))

const changedMeanwhile = () =>
  new UpstreamError('The list of service types has been changed meanwhile.', { certainlyNotApplied: true, status: 412 })

/** The list is as it was. */
const restored = (cause: unknown) => new UpstreamError(detailOf(cause), { certainlyNotApplied: true, cause })

/** The list may be missing; recovery restores it. */
const listLost = (cause: unknown) => new UpstreamError(detailOf(cause), { certainlyNotApplied: false, cause })

const detailOf = (error: unknown) =>
  error instanceof UpstreamError ? error.message : 'The Web API did not store the list of service types.'
