import { Select } from '@mantine/core'
import { chooseTimeZone, useTimeZone } from '#lib/dates.ts'

const ofDevice = new Intl.DateTimeFormat().resolvedOptions().timeZone
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** The zone in which this browser shows times. */
export const TimeZoneField = () => (
  <Select
    label="Time zone"
    description="All times of the console are shown in it."
    placeholder={`That of this device (${ofDevice})`}
    data={zones}
    value={useTimeZone() ?? null}
    onChange={(zone) => chooseTimeZone(zone ?? undefined)}
    limit={100}
    nothingFoundMessage="No such time zone"
    searchable
    clearable
    clearButtonProps={{ 'aria-label': 'Use the time zone of this device' }}
  />
)
