import type { WebApiMetricTags } from '@quatrain/contract/web-api/metric-tags.ts'
import type { z } from 'zod'
import { list, members, text } from '#kit/json-body.ts'

export const metricTagsBody: z.ZodType<WebApiMetricTags[]> = list(members({ name: text(), tags: list(text()) }))
