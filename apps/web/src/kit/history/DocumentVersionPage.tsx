import { showField } from '@quatrain/contract/compare/compare.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { capitalized } from '#lib/words.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import { ResourceVersionPage } from './ResourceVersionPage.tsx'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
}

/** One version of an object that has no form of its own: its compared fields. It cannot be restored. */
export function DocumentVersionPage({ resource, paths }: Props) {
  const fromDocument = (document: unknown) => storedDocument(resource, document)
  return (
    <ResourceVersionPage definition={{ resource, paths, fromDocument }}>
      {({ title, object, values, actions, notice }) => (
        <PageFrame title={title} object={object} width="reading" actions={actions}>
          {notice}
          {Object.entries(resource.compared).map(([name, field]) => (
            <ValueText key={name} label={capitalized(field.label)} value={showField(field, values[name])} />
          ))}
        </PageFrame>
      )}
    </ResourceVersionPage>
  )
}
