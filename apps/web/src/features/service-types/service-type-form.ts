import { type ServiceTypeDocument, serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { serviceTypeMessages } from '@quatrain/contract/resources/service-type-rules.ts'
import { z } from 'zod'
import { defineForm } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

const valuesOf = ({ name, title, description }: ServiceTypeDocument) => ({ name, title, description })

/** The form of a stored service type, or of a deleted one that is added again. */
export const serviceTypeDefinition = defineForm<typeof serviceTypes, ServiceTypeDocument>({
  resource: serviceTypes,
  valuesOf,
  blank: { name: '', title: '', description: '' },
  paths: paths.serviceTypes,
  values: serviceTypes.document,
  nameOf: ({ name }) => name,
  inputOf: valuesOf,
  valuesOfInput: (input) => valuesOf({ ...input, title: input.title ?? '' }),
})

/** The rules of what can be changed. The server knows the titles of the others. */
export const serviceTypeSchema = (hasTitles: boolean) =>
  z.object({
    name: z.string(),
    title: z.string().refine((title) => !hasTitles || title.trim() !== '', serviceTypeMessages.title.empty),
    description: z.string().refine((text) => text.trim() !== '', serviceTypeMessages.description.empty),
  })
