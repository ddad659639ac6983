import type { PageProps } from '../../../src/contracts/pages';
import { ApiTestPanel } from '../../components/testing/api-test';
import { CompleteFlowPanel } from '../../components/testing/complete-flow-test';
import { DocumentationTestPanel } from '../../components/testing/documentation-test';
import { HashTestPanel } from '../../components/testing/hash-test';
import { Callout } from '../../components/ui/callout';
import { PageHeader } from '../../components/ui/page-header';
import { TestLayout } from '../../layouts/test-layout';

export default function TestGateway({ practice, hashVersion, sample }: PageProps['Test/Gateway']) {
  return (
    <>
      <PageHeader
        title="Gateway Test"
        subtitle={`Hash, API, documentation and complete flow. Requests are signed with hash ${hashVersion.toUpperCase()}.`}
      />
      {!practice && (
        <Callout tone="info" title="This is not the practice bank">
          Hashes made with the merchant key are compared, and never shown.
        </Callout>
      )}
      <HashTestPanel sample={sample} />
      <ApiTestPanel />
      <DocumentationTestPanel />
      <CompleteFlowPanel />
    </>
  );
}

TestGateway.layout = [TestLayout];
