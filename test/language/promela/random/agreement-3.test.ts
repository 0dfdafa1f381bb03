import { describeAgreement } from './agreement.js';

describeAgreement(2);
