import { describeAgreement } from './agreement.js';

describeAgreement(1);
