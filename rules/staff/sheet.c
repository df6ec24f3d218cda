/*
 * sheet.c - the tables on the reference sheet.  Not written yet.
 */
#include "staff.h"

void staff_sheet(gg_sheet *sheet)
{
    gg_sheet_check(sheet, &staff_order_check);
    gg_sheet_options(sheet);
}
