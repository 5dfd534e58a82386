/** The parent of popovers: inside the main landmark, so that assistive technology finds them there. */
export const overlays = '#overlays'
