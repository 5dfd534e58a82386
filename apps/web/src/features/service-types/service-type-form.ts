import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { inputFromDocument } from '@quatrain/contract/kit/stored-document.ts'
import { type ServiceTypeDocument, serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { serviceTypeMessages } from '@quatrain/contract/resources/service-type-rules.ts'
import { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import type { AddableDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

const api = resourceEndpoints(serviceTypes)

const valuesOf = ({ name, title, description }: ServiceTypeDocument) => ({ name, title, description })

/** The form of a stored service type, or of a deleted one that is added again. */
export const serviceTypeDefinition: AddableDefinition<typeof serviceTypes, ServiceTypeDocument> = {
  resource: serviceTypes,
  valuesOf,
  blank: { name: '', title: '', description: '' },
  paths: paths.serviceTypes,
  values: serviceTypes.document,
  nameOf: ({ name }) => name,
  writes: {
    add: (values) => writeOf(api.add, { body: values }),
    change: (values) => writeOf(api.change, { body: values }),
    remove: (name) => writeOf(api.remove, { params: { key: name } }),
  },
  toDocument: valuesOf,
  fromDocument: (document) => {
    const input = inputFromDocument(serviceTypes, document)
    return input && valuesOf({ ...input, title: input.title ?? '' })
  },
  sideEffects: {},
  warningTitle: 'Warning',
}

/** The rules of what can be changed. The server knows the titles of the others. */
export const serviceTypeSchema = (hasTitles: boolean) =>
  z.object({
    name: z.string(),
    title: z.string().refine((title) => !hasTitles || title.trim() !== '', serviceTypeMessages.title.empty),
    description: z.string().refine((text) => text.trim() !== '', serviceTypeMessages.description.empty),
  })
