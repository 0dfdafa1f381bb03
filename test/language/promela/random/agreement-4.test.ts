import { describeAgreement } from './agreement.js';

describeAgreement(3);
