import { listRollOuts, type RollOut, readRollOut } from '@quatrain/contract/catalogue/roll-outs.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'

/** Milliseconds between two looks while jobs are waiting. */
const lookEvery = 3_000

const isMoving = ({ jobs }: RollOut) => jobs.waiting > 0

export const rollOutsQuery = queryOptions({
  queryKey: ['roll-outs'],
  queryFn: ({ signal }) => call(listRollOuts, {}, { signal }),
  refetchInterval: ({ state }) => state.data?.some(isMoving) && lookEvery,
})

export const rollOutQuery = (id: number) =>
  queryOptions({
    queryKey: ['roll-outs', id],
    queryFn: ({ signal }) => call(readRollOut, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => state.data !== undefined && isMoving(state.data) && lookEvery,
  })
