// Stands in for the PDF viewer in a page: the file's card reports what it is and saves it. A viewer would make every shared page megabytes long.
// biome-ignore lint/style/noDefaultExport: as the viewer it stands in for
export default function NoPdfView() {
  return null
}
