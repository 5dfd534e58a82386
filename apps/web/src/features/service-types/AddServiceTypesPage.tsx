import { serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import { NotFound } from '#kit/page/NotFound.tsx'
import { AddPage } from '#kit/resource/NewRecordPages.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { fieldOfNew, newTypesDefinition, newTypesSchema, noTypes } from './new-types-form.ts'
import { PreparedTypes } from './PreparedTypes.tsx'
import { ServiceTypeForm } from './ServiceTypeForm.tsx'
import { serviceTypeDefinition } from './service-type-form.ts'
import { TypedServiceType } from './TypedServiceType.tsx'

/**
 * Adds service types: they are prepared one by one, then submitted together; or a version of a deleted one (`?of=name&restore=version`).
 * Only superusers have this page.
 */
export function AddServiceTypesPage() {
  const [query] = useSearchParams()
  if (!useMay()('add', serviceTypes)) return <NotFound />
  if (query.has('restore')) return <AddPage definition={serviceTypeDefinition} Form={ServiceTypeForm} />
  return <NewTypesForm />
}

const base = { values: noTypes }

function NewTypesForm() {
  const { use_service_title: hasTitles } = useConsoleContext().options
  const { data: stored } = useQuery(resourceQueries(serviceTypes).list())
  // The server checks the names while the stored service types are not loaded.
  const knownTypes = useMemo(() => ({ stored: stored ?? [], hasTitles }), [stored, hasTitles])
  const schema = useMemo(() => newTypesSchema(knownTypes), [knownTypes])
  const form = useResourceForm({
    definition: newTypesDefinition(hasTitles),
    // The write is based on all stored rows: new ones become part of a list, which others change too.
    stored: 'all',
    draftName: 'add',
    base,
    schema,
    fieldOf: fieldOfNew,
  })
  return (
    <PageFrame title="Add service types">
      <ResourceForm form={{ ...form, remove: undefined }}>
        <TypedServiceType knownTypes={knownTypes} />
        <PreparedTypes hasTitles={hasTitles} />
      </ResourceForm>
    </PageFrame>
  )
}
