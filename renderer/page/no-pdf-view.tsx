// Replaces the PDF viewer in a shared page, where a file can be saved only: the viewer would add megabytes to every page.
// biome-ignore lint/style/noDefaultExport: as the viewer it stands in for
export default function NoPdfView() {
  return null
}
