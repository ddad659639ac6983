import { ColourScheme } from '../../components/testing/gallery/colour-scheme';
import { late } from '../../components/ui/late';
import { PageHeader } from '../../components/ui/page-header';
import { TestLayout } from '../../layouts/test-layout';

// Uses nearly every component: loaded later, so that it has no say in which of them other pages load together.
const Gallery = late(() => import('../../components/testing/gallery/gallery'));

export default function TestComponents() {
  return (
    <>
      <PageHeader
        title="Components"
        subtitle="Tokens and shared components in every state, with made-up content."
        actions={<ColourScheme />}
      />
      <Gallery />
    </>
  );
}

TestComponents.layout = [TestLayout];
