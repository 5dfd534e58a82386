import { TextAreaField } from '#kit/fields/TextAreaField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { Section } from '#kit/page/Section.tsx'
import { MetadataFile } from './MetadataFile.tsx'

/** The metadata of a SAML provider. */
export const SamlFields = () => (
  <Section title="SAML 2.0">
    <p>
      Register the console at the provider with the metadata at <span className="mono">/saml2/metadata/</span> on the
      host of the tenant; this address is also the entity ID of the console. Then enter the metadata of the provider.
    </p>
    <div className={form.fields}>
      <TextField
        name="metadata_address"
        label="Address of the metadata"
        description="New certificates of the provider are then read from it. Leave it empty to enter the metadata below."
        isMono
      />
      <TextField
        name="issuer"
        label="Entity ID (optional)"
        description="Of the provider. Needed if the metadata describe several providers."
        isMono
      />
    </div>
    <TextAreaField name="metadata" label="Metadata" description="The XML document of the provider." rows={8} isMono />
    <MetadataFile />
  </Section>
)
