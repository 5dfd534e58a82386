import { listRollOuts, type RollOut, readRollOut } from '@quatrain/contract/catalogue/roll-outs.ts'
import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#kit/api/queries.ts'

/** Milliseconds between two looks while jobs are waiting. */
const lookEvery = 3_000

const isMoving = ({ jobs }: RollOut) => jobs.waiting > 0

export const rollOutsQuery = queryOptions({
  ...queryOf(['roll-outs'], listRollOuts, {}),
  refetchInterval: ({ state }) => state.data?.some(isMoving) && lookEvery,
})

export const rollOutQuery = (id: number) =>
  queryOptions({
    ...queryOf(['roll-outs', id], readRollOut, { params: { id } }),
    refetchInterval: ({ state }) => state.data !== undefined && isMoving(state.data) && lookEvery,
  })
