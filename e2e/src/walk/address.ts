const parameter = /\{\w+=([^}]*)\}/g

/** The address of the example: `/ui/probes/{name=ams-probe}` contains an example of each parameter. */
export const exampleOf = (address: string): string =>
  address.replaceAll(parameter, (_, example: string) => encodeURIComponent(example))

/** The address without names and examples of parameters, to be compared with those of other lists. */
export const shapeOf = (address: string): string =>
  address.replaceAll(/\{[^}]*\}/g, '{}').replace(/(?<=\/ui\/.+)\/$/, '')
