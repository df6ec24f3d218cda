/*
 * lab.h - the subcommands of `grognard lab`, one file each.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_H
#define LAB_H

int lab_run(int argc, char **argv);
int lab_merge(int argc, char **argv);
int lab_ladder(int argc, char **argv);
int lab_tune(int argc, char **argv);
int lab_positions(int argc, char **argv);
int lab_game(int argc, char **argv);
int lab_vary(int argc, char **argv);
int lab_balance(int argc, char **argv);
int lab_points_of_troops(int argc, char **argv);
int lab_even(int argc, char **argv);
int lab_luck(int argc, char **argv);
int lab_weigh(int argc, char **argv);
int lab_report(int argc, char **argv);
int lab_bench(int argc, char **argv);

#endif
