{{- define "quatrain.labels" -}}
app.kubernetes.io/name: quatrain
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}

{{/*
What both servers have in common, below `spec` of a pod: they are nobody and have no rights. The list of volumes is the last
one, so that a server can add its own; the list of mounts in a container likewise.
*/}}
{{- define "quatrain.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
volumes:
  - { name: tmp, emptyDir: { medium: Memory, sizeLimit: 64Mi } }
{{- end }}

{{- define "quatrain.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
startupProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 2
  failureThreshold: 150
readinessProbe:
  httpGet: { path: /readyz, port: http }
livenessProbe:
  httpGet: { path: /healthz, port: http }
  failureThreshold: 6
volumeMounts:
  - { name: tmp, mountPath: /tmp }
{{- end }}
